// Proves: services/comms/src/notifications libs/changes/src/notices.ts libs/events/src dev/src/supervisor
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";

const KILLS = 25;
const CLIENTS = 4;
const LEAST = 1_000;
/** Tokens that take turns, so that none meets its limit. */
const TOKENS = 32;
const END_MS = 120_000;

interface Notice {
  kind: string;
  subject: { id: string };
}

/** Changesets of all notices that wait for a decision of the member; undefined while a service is down. */
async function waitingFor(member: SignedIn): Promise<string[] | undefined> {
  const ids: string[] = [];
  for (let cursor = ""; ;) {
    const path = `/api/v1/notifications?kind=proposal_waits&limit=500${cursor}`;
    const answer = await sendUnlessDown({ path, headers: consoleHeaders(member) });
    if (answer === undefined) return undefined;
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const page = answer.body as { notifications: Notice[]; has_more: boolean; next_cursor: string };
    ids.push(...page.notifications.map(({ subject }) => subject.id));
    if (!page.has_more) return ids;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

test(
  "comms is killed while a thousand proposals are made: each owner and admin has one notice of each",
  killingTest,
  async (context) => {
    const { slug } = await newTeam("notices-kill");
    const people = [
      await signedIn(slug, "owner", "ada"),
      await signedIn(slug, "admin", "bo"),
      await signedIn(slug, "admin", "cy"),
    ];
    const tokens: string[] = [];
    for (let n = 0; n < TOKENS; n += 1) tokens.push(await mintPersonal(slug, `human:member:agent${n}`));
    const proposed = new Set<string>();
    let turn = 0;
    const clients = Array.from({ length: CLIENTS }, (): Work => {
      return async () => {
        const token = tokens[(turn += 1) % TOKENS] ?? "";
        const body = { first_name: `Ada ${proposed.size}` };
        const request = { method: "POST", path: "/api/v1/contacts", token, body };
        const answer = await sendUnlessDown(request);
        if (answer === undefined) return false;
        assert.equal(answer.status, 202, JSON.stringify(answer.body));
        proposed.add((answer.body as { changeset_id: string }).changeset_id);
        return true;
      };
    });
    const kills = await killWhile("comms", KILLS, clients);
    for (const client of clients) while (proposed.size < LEAST) await client();
    const expected = [...proposed].sort();
    for (const member of people) {
      const ids = await until("every proposal has its notice", END_MS, async () => {
        const found = await waitingFor(member);
        return found !== undefined && found.length >= expected.length ? found : undefined;
      });
      assert.deepEqual(ids.sort(), expected);
    }
    context.diagnostic(`${kills} kills, ${expected.length} proposals, ${people.length} notices each`);
  },
);
