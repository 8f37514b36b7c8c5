import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { until } from "@jst/testing";
import { fleet, jstProgram, metricsOf, mintPersonal, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { startProposing, type Proposed } from "../src/proposing.ts";
import { startRepeating, type Repeating } from "../src/repeating.ts";
import { startWebhookSink, type WebhookSink } from "../src/webhook-sink.ts";

/** Until it goes on after a kill. How soon that has to be is what kill.test.ts says. */
const RECOVERY_MS = 40_000;
/**
 * Until the event of a write that was acknowledged during a fault is in the feed (events.recovery), and a lease.
 */
const ARRIVAL_MS = 40_000;

/**
 * Killed processes, and how long after an approval each time: those that apply approvals, and in the drill all others,
 * at different steps of an approval.
 */
const killed: Readonly<Record<string, readonly number[]>> =
  process.env.E2E_KILLS === "all"
    ? { auth: [0], redis: [0], crm: [0, 150, 300, 450], kafka: [0] }
    : { crm: [0] };

describe("whatever process is killed while contacts are proposed, approved and created", () => {
  let team = { slug: "", token: "" };
  let revoked = "";
  let sink: WebhookSink;
  before(async () => {
    sink = await startWebhookSink();
    team = await newTeam("trust-kill");
    const body = { url: sink.url, events: ["contact.created"] };
    const hook = await send({ method: "POST", path: "/api/v1/webhooks", token: team.token, body });
    assert.equal(hook.status, 201, JSON.stringify(hook.body));
    revoked = await revokedToken();
  });
  after(() => sink.close());

  for (const [name, moments] of Object.entries(killed)) {
    test(`${name}: nothing is half applied, and nobody passes who may not`, async () => {
      // People of their own for each kill: a person's token has 1,000 requests a minute.
      const proposer = await mintPersonal(team.slug, `human:member:${name}`);
      const approver = await mintPersonal(team.slug, `human:admin:${name}`);
      const proposed = startProposing(name, { proposer, approver, service: team.token });
      const strangers = startStrangers(proposed, proposer);
      try {
        await until("10 proposals are approved", RECOVERY_MS, () => reached(proposed, 10));
        for (const momentMs of moments) {
          await delay(momentMs);
          await kill(name);
          const { approved, created } = proposed;
          const goals = [approved.size + 10, created.length + 10] as const;
          await until("proposals are approved again", RECOVERY_MS, () => reached(proposed, ...goals));
        }
      } finally {
        // Or a wait in vain would leave them at work, and the file would never end.
        await proposed.stop();
        await strangers.stop();
      }
      assert.deepEqual(proposed.faults, []);
      assert.deepEqual(strangers.passed, []);
      await requireWhole(name, proposed);
      if (name === "redis") assert.match(await metricsOf("auth"), /^auth_limiter_open_total [1-9]/m);
    });
  }

  /** A proposal is executed with its contact and its event, each once, or it is queued and has neither. */
  async function requireWhole(name: string, { names, approved, created }: Proposed): Promise<void> {
    const executed: string[] = [];
    const queued: string[] = [];
    for (const [id, contact] of names) {
      const { body } = await send({ path: `/api/v1/changesets/${id}`, token: team.token });
      const { status } = body as { status: string };
      assert.ok(status === "executed" || status === "queued", `${id} is ${status}`);
      assert.ok(status === "executed" || !approved.has(id), `${id} was approved and is queued`);
      (status === "executed" ? executed : queued).push(contact);
    }
    assert.ok(queued.length > 0, "some proposals still wait");
    const stored = (await contacts()).filter((one) => one.startsWith(`${name} `));
    assert.equal(new Set(stored).size, stored.length, "no contact is stored twice");
    const isProposed = (one: string) => one.startsWith(`${name} proposed `);
    assert.deepEqual(stored.filter(isProposed).sort(), executed.sort());
    const missing = created.filter((one) => !stored.includes(one));
    assert.deepEqual(missing, []);
    await requireAudited([...names.keys()], executed.length);
    const announced = await until("every contact is in the feed", ARRIVAL_MS, async () => {
      const listed = (await feed()).filter((one) => one.startsWith(`${name} `));
      return stored.every((one) => listed.includes(one)) ? listed : undefined;
    });
    assert.deepEqual(announced.sort(), stored.sort());
  }

  /** Each proposal is in the audit log once, each approval of those executed once, and the chain is whole. */
  async function requireAudited(proposed: string[], executedCount: number): Promise<void> {
    const entries = await until("every act is in the audit log", ARRIVAL_MS, async () => {
      const path = "/api/v1/audit?limit=200&resource=changesets&outcome=success";
      const all = await everyPage<{ action: string; resource_id: string }>(path, "audit");
      const own = all.filter(({ resource_id }) => proposed.includes(resource_id));
      return own.length >= proposed.length + executedCount ? own : undefined;
    });
    const of = (action: string) => entries.filter((entry) => entry.action === action);
    const ids = (action: string) => of(action).map(({ resource_id }) => resource_id);
    assert.deepEqual(ids("changeset.propose").sort(), proposed.sort());
    assert.equal(new Set(ids("changeset.approve")).size, executedCount);
    assert.equal(entries.length, proposed.length + executedCount, "no act is in the log twice");
    const { whole } = await jstProgram<{ whole: boolean }>("audit", "verify", "--team", team.slug);
    assert.ok(whole, "the chain is whole");
  }

  /** Asks without a token, with a revoked one, and approves as the proposer; `passed` is what was let through. */
  function startStrangers({ names }: Proposed, proposer: string): Repeating & { passed: readonly string[] } {
    const passed: string[] = [];
    const body = { first_name: "Stranger" };
    const work = startRepeating(async () => {
      const own = [...names.keys()].at(-1);
      const requests = [
        { path: "/api/v1/contacts" },
        { path: "/api/v1/contacts", token: revoked },
        { method: "POST", path: "/api/v1/contacts", token: revoked, body },
        ...(own === undefined
          ? []
          : [{ method: "POST", path: `/api/v1/changesets/${own}/approve`, token: proposer }]),
      ];
      for (const request of requests) {
        const { status } = await send(request).catch(() => ({ status: 0 }));
        if (![401, 403, 429, 503, 504].includes(status)) passed.push(`${request.path}: ${status}`);
      }
    });
    return { ...work, passed };
  }

  async function revokedToken(): Promise<string> {
    const { token } = team;
    const body = { name: "Revoked", type: "service" };
    const minted = await send({ method: "POST", path: "/api/v1/tokens", token, body });
    assert.equal(minted.status, 201, JSON.stringify(minted.body));
    const { id, value } = minted.body as { id: string; value: string };
    assert.equal((await send({ path: "/api/v1/contacts", token: value })).status, 200);
    const gone = await send({ method: "DELETE", path: `/api/v1/tokens/${id}`, token });
    assert.equal(gone.status, 200);
    return until("the revocation is in force", RECOVERY_MS, async () =>
      (await send({ path: "/api/v1/contacts", token: value })).status === 401 ? value : undefined,
    );
  }

  /** First names of all contacts of the team. */
  async function contacts(): Promise<string[]> {
    const all = await everyPage<{ first_name: string }>("/api/v1/contacts?limit=500", "contacts");
    return all.map((one) => one.first_name);
  }

  /** A whole list of the team. */
  async function everyPage<T>(path: string, member: string): Promise<T[]> {
    const found: T[] = [];
    for (let after = ""; ;) {
      const answer = await send({ path: `${path}${after}`, token: team.token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const page = answer.body as Record<string, T[]> & { next_cursor: string | null };
      found.push(...(page[member] ?? []));
      if (page.next_cursor === null) return found;
      after = `&cursor=${page.next_cursor}`;
    }
  }

  /** First names of the contacts whose events stand in the feed, each as often as it does. */
  async function feed(): Promise<string[]> {
    const found: string[] = [];
    for (let since = ""; ;) {
      const answer = await send({ path: `/api/v1/events?limit=500${since}`, token: team.token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const page = answer.body as { events: FeedItem[]; next_cursor: string; has_more: boolean };
      found.push(...page.events.map(({ payload }) => payload.data.object.first_name));
      if (!page.has_more) return found;
      since = `&since=${page.next_cursor}`;
    }
  }
});

interface FeedItem {
  payload: { data: { object: { first_name: string } } };
}

function reached({ approved, created }: Proposed, approvals: number, creations = 0): true | undefined {
  return approved.size >= approvals && created.length >= creations ? true : undefined;
}

/** Kills a process of the fleet and waits for its successor. */
async function kill(name: string): Promise<void> {
  const victim = fleet().components[name];
  assert.ok(victim, `the fleet has no component ${name}`);
  process.kill(victim.pid, "SIGKILL");
  await until(`${name} has another process`, RECOVERY_MS, () =>
    fleet().components[name]?.pid === victim.pid ? undefined : true,
  );
}
