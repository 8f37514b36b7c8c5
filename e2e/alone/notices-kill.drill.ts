// Proves: services/comms/src/notifications libs/changes/src/notices.ts libs/changes/src/deciding libs/events/src
// Proves: dev/src/supervisor
import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { mintPersonal, newTeam } from "../src/fleet.ts";
import { allOf, kill, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";
import { done, sendAs } from "../src/member-api.ts";
import { startRepeating } from "../src/repeating.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";

const KILLS = 25;
const BROKER_KILLS = 8;
const RULE_KILLS = 12;
/** A saved rule judges every write after that (rules.version). */
const RULE_MS = 6_000;
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
  slug: string;
  people: readonly SignedIn[];
  /** Ids of all proposals so far. */
  proposed: Set<string>;
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
  return { slug, people, proposed, propose };
}

interface Notice {
  kind: string;
  subject: { id: string };
}

/** Changesets of all notices to the member, by default that wait for a decision; undefined while a service is down. */
async function noticesOf(member: SignedIn, kind = "proposal_waits"): Promise<string[] | undefined> {
  const ids: string[] = [];
  for (let cursor = ""; ;) {
    const path = `/api/v1/notifications?kind=${kind}&limit=500${cursor}`;
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
    const ids = member && (await noticesOf(member));
    return ids?.includes(id) || undefined;
  });
}

/** Requires one notice of each proposal for each of those who decide. */
async function requireNotices(team: NoticedTeam): Promise<void> {
  // Facts of a team arrive in their order: what is sent or taken twice is there once a later proposal has its notice.
  await untilNoticed(team);
  const expected = [...team.proposed].sort();
  for (const member of team.people) {
    const ids = await until("every proposal has its notice", END_MS, async () => {
      const found = await noticesOf(member);
      return found !== undefined && found.length >= expected.length ? found : undefined;
    });
    assert.deepEqual(ids.sort(), expected);
  }
}

/** Requires that the members who proposed have one notice of each decision, and returns how many there are. */
async function requireDecided({ slug }: NoticedTeam, decided: ReadonlySet<string>): Promise<number> {
  const found: string[] = [];
  for (let n = 0; n < TOKENS; n += 1) {
    const agent = await signedIn(slug, "member", `agent${n}`);
    found.push(...(await until("notices are answered", END_MS, () => noticesOf(agent, "proposal_decided"))));
  }
  assert.deepEqual(found.sort(), [...decided].sort());
  return found.length;
}

test(
  `comms is killed while ${LEAST} proposals are made: each owner and admin has one notice of each, each proposer of each decision`,
  drill,
  async (context) => {
    const team = await makeNoticedTeam("notices-kill");
    const decided = new Set<string>();
    const [owner] = team.people;
    assert.ok(owner);
    const client: Work = async () => {
      const id = await team.propose();
      if (id === undefined) return false;
      if (team.proposed.size % 4 === 0) {
        await done(owner, "POST", `changesets/${id}/reject`, {});
        decided.add(id);
      }
      return true;
    };
    const kills = await killWhile("comms", KILLS, Array<Work>(CLIENTS).fill(client));
    while (team.proposed.size < LEAST) await client();
    await requireNotices(team);
    assert.ok((await requireDecided(team, decided)) > 0);
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

test(
  "crm and comms are killed while the rules of the team change: each who decides at the end has one notice of each, the others none",
  drill,
  async (context) => {
    const team = await makeNoticedTeam("notices-rules");
    const [owner, ...admins] = team.people;
    assert.ok(owner);
    const approvers = (...roles: string[]) => ({ approvers: { roles, members: [] } });
    const rule = { name: "Who decides", outcome: "queue", ...approvers("admin") };
    const { id } = await done<{ id: string }>(owner, "POST", "approval-rules", rule);
    let changes = 0;
    const change: Work = async () => {
      // The admins decide by each of them: a second notice to one would be a fault.
      const roles = (changes += 1) % 2 === 0 ? ["admin"] : ["owner", "admin"];
      const { status } = await sendAs(owner, "PATCH", `approval-rules/${id}`, approvers(...roles));
      assert.equal(status, 200);
      await delay(DELAY_MS);
      return true;
    };
    const client: Work = async () => (await team.propose()) !== undefined;
    const kills = await killWhile(["crm", "comms"], RULE_KILLS, [client, client, change]);
    // A proposal can be stored although its client got no answer.
    const stored = await allOf<{ id: string }>(
      await mintPersonal(team.slug, "human:owner:ada"),
      "changesets?status=queued",
      "changesets",
    );
    for (const roles of [["owner", "admin"], ["admin"]])
      await done(owner, "PATCH", `approval-rules/${id}`, approvers(...roles));
    await delay(RULE_MS);
    for (const one of stored) team.proposed.add(one.id);
    await requireNotices({ ...team, people: admins });
    assert.deepEqual(await noticesOf(owner), []);
    context.diagnostic(`${kills} kills, ${changes} changes, ${team.proposed.size} proposals`);
  },
);
