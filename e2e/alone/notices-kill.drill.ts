// Proves: services/comms/src/notifications libs/changes/src/notices.ts libs/events/src dev/src/supervisor
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { kill, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { startRepeating } from "../src/repeating.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";

const KILLS = 25;
const BROKER_KILLS = 8;
const CLIENTS = 4;
const LEAST = Number(process.env.E2E_ROUNDS ?? 1_000);
/** Tokens that take turns, so that none meets its limit. */
const TOKENS = 32;
const END_MS = 120_000;
/** The broker is killed so long after a notice has arrived, at most. */
const DELAY_MS = 400;
const drill = { timeout: 480_000 };

/** Team whose members propose, with the owner and admins who decide. */
interface NoticedTeam {
  people: readonly SignedIn[];
  /** Ids of all proposals so far. */
  proposed: ReadonlySet<string>;
  /** Proposes one contact; answers its changeset, or undefined where nobody knows. */
  propose: () => Promise<string | undefined>;
}

async function makeNoticedTeam(name: string): Promise<NoticedTeam> {
  const { slug } = await newTeam(name);
  const people = [
    await signedIn(slug, "owner", "ada"),
    await signedIn(slug, "admin", "bo"),
    await signedIn(slug, "admin", "cy"),
  ];
  const tokens: string[] = [];
  for (let n = 0; n < TOKENS; n += 1) tokens.push(await mintPersonal(slug, `human:member:agent${n}`));
  const proposed = new Set<string>();
  let turn = 0;
  const propose = async () => {
    const token = tokens[(turn += 1) % TOKENS] ?? "";
    const body = { first_name: `Ada ${proposed.size}` };
    const answer = await sendUnlessDown({ method: "POST", path: "/api/v1/contacts", token, body });
    if (answer === undefined) return undefined;
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    const { changeset_id: id } = answer.body as { changeset_id: string };
    proposed.add(id);
    return id;
  };
  return { people, proposed, propose };
}

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

/** Proposes once, and waits until the member has the notice of it. */
async function untilNoticed({ propose, people: [member] }: NoticedTeam): Promise<void> {
  const id = await until("a proposal is made", END_MS, propose);
  await until("the proposal has its notice", END_MS, async () => {
    await delay(DELAY_MS / 2);
    const ids = member && (await waitingFor(member));
    return ids?.includes(id) || undefined;
  });
}

/** Requires one notice of each proposal for each owner and admin. */
async function requireNotices(team: NoticedTeam): Promise<void> {
  // Facts of a team arrive in their order: what is sent or taken twice is there once a later proposal has its notice.
  await untilNoticed(team);
  const expected = [...team.proposed].sort();
  for (const member of team.people) {
    const ids = await until("every proposal has its notice", END_MS, async () => {
      const found = await waitingFor(member);
      return found !== undefined && found.length >= expected.length ? found : undefined;
    });
    assert.deepEqual(ids.sort(), expected);
  }
}

test(
  `comms is killed while ${LEAST} proposals are made: each owner and admin has one notice of each`,
  drill,
  async (context) => {
    const team = await makeNoticedTeam("notices-kill");
    const client: Work = async () => (await team.propose()) !== undefined;
    const kills = await killWhile("comms", KILLS, Array<Work>(CLIENTS).fill(client));
    while (team.proposed.size < LEAST) await client();
    await requireNotices(team);
    context.diagnostic(`${kills} kills, ${team.proposed.size} proposals, ${team.people.length} notices each`);
  },
);

for (const victims of [["kafka"], ["kafka", "comms"]])
  test(
    `${victims.join(" and ")} is killed while proposals are made: each is answered and has one notice for each`,
    drill,
    async (context) => {
      const team = await makeNoticedTeam("notices-broker");
      const clients = Array.from({ length: CLIENTS }, () =>
        startRepeating(async () => {
          // A proposal needs neither of them.
          assert.notEqual(await team.propose(), undefined, "a proposal is answered");
        }),
      );
      try {
        await untilNoticed(team);
        for (let n = 0; n < BROKER_KILLS; n += 1) {
          await delay(randomInt(DELAY_MS));
          await Promise.all(victims.map(kill));
          await untilNoticed(team);
        }
      } finally {
        await Promise.allSettled(clients.map((client) => client.stop()));
      }
      await Promise.all(clients.map((client) => client.stop()));
      await requireNotices(team);
      const { people, proposed } = team;
      context.diagnostic(`${BROKER_KILLS} kills, ${proposed.size} proposals, ${people.length} notices each`);
    },
  );
