import { Signal, SystemDatabase } from "@jst/db";
import { createLogger } from "@jst/telemetry";
import { emptyDatabase, until, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { JobQueue, JobWorker, type ClaimedJob, type HeldJob, type QueueTable } from "./index.ts";

interface Mail extends ClaimedJob {
  subject: string;
}

/** A queue without lanes, whose jobs are in the table itself, as README.md shows it. */
const mails: QueueTable<object> = {
  name: "mails",
  id: "mail_id",
  claimLock: 4_776_999,
  carried: ["subject"],
  read: "select c.team_id, c.mail_id as id, c.attempts as attempt, c.lease, c.subject from claimed c",
};
const schema = `create table public.mails (
    team_id uuid not null,
    mail_id uuid not null,
    subject text not null,
    state text not null default 'ready',
    due_at timestamptz not null default clock_timestamp(),
    attempts integer not null default 0,
    lease uuid,
    is_asleep boolean not null generated always as (state <> 'ready') stored,
    primary key (team_id, mail_id)
  );
  create index on public.mails (team_id, due_at) where state = 'ready';
  create index on public.mails (due_at) where is_asleep;
  create index on public.mails (team_id, due_at) where state = 'under_way'`;

const ends: (() => Promise<void>)[] = [];
// Before the database is dropped, which is what its own hook does.
after(async () => {
  for (const end of ends) await end();
});
const { superuserUrl } = await emptyDatabase("webhooks");
const sql = (text: string, values: unknown[] = []) =>
  withClient(
    superuserUrl,
    async (client) => (await client.query<Record<string, unknown>>(text, values)).rows,
  );
await sql(schema);

const signal = new Signal();
const logger = createLogger("jobs", "error");
let clockShiftMs = 0;
const limits = { perLane: 8, perTeam: 8, leaseMs: 15_000 };

function queueOfAnother(): JobQueue<Mail> {
  const database = new SystemDatabase({
    connectionString: superuserUrl,
    poolSize: 3,
    applicationName: "test",
  });
  ends.push(() => database.close());
  return new JobQueue<Mail>(database, mails, signal);
}
const queue = queueOfAnother();
const claim = (one = queue) => one.claim({ ...limits, count: 64, clockShiftMs });

async function add(teamId: string, ...subjects: string[]): Promise<void> {
  for (const subject of subjects)
    await sql("insert into mails (team_id, mail_id, subject) values ($1, $2, $3)", [
      teamId,
      randomUUID(),
      subject,
    ]);
  signal.ring();
}

const left = async () =>
  (await sql("select subject, state, attempts from mails order by subject")).map((row) =>
    Object.values(row).join(" "),
  );

/** Runs a worker while the test does. */
async function working(
  work: (held: HeldJob<Mail, object>) => Promise<void>,
  meanwhile: (worker: JobWorker<Mail>) => Promise<void>,
  rest: { leaseMs?: number; renewsLeases?: boolean } = {},
): Promise<void> {
  const { leaseMs = limits.leaseMs, renewsLeases = false } = rest;
  const worker = new JobWorker<Mail>({
    name: "mailer",
    queue,
    limits: { ...limits, leaseMs },
    inFlightMax: 16,
    work,
    renewsLeases,
    logger,
    clockShiftMs: () => clockShiftMs,
  });
  worker.start();
  try {
    await meanwhile(worker);
  } finally {
    await worker.stop();
  }
}

beforeEach(async () => {
  await sql("delete from mails");
  clockShiftMs = 0;
});

test("a team has no more than its share under way, and another one comes to its own", async () => {
  await add(randomUUID(), ...Array.from({ length: 20 }, (_, n) => `greedy ${n}`));
  await add(randomUUID(), "modest");
  const subjects = (await claim()).map(({ subject }) => subject);
  assert.equal(subjects.filter((subject) => subject.startsWith("greedy")).length, 8);
  assert.ok(subjects.includes("modest"));
  assert.deepEqual(await claim(), []);
});

test("of two workers that claim at once each job goes to one", async () => {
  for (let team = 0; team < 4; team += 1)
    await add(randomUUID(), ...Array.from({ length: 8 }, (_, n) => `${team} ${n}`));
  const other = queueOfAnother();
  const claimed = (await Promise.all([claim(), claim(other), claim(), claim(other)])).flat();
  assert.deepEqual([claimed.length, new Set(claimed.map(({ id }) => id)).size], [32, 32]);
});

test("a job that is to be done again waits for its time by the clock of the database, and one that is done is gone", async () => {
  await add(randomUUID(), "again", "done");
  for (const job of await claim())
    assert.equal(await queue.record(job, job.subject === "again" ? { retryAfterMs: 60_000 } : {}), true);
  assert.deepEqual(await left(), ["again waiting 1"]);
  clockShiftMs = 50_000;
  assert.deepEqual(await claim(), []);
  clockShiftMs = 61_000;
  assert.deepEqual(
    (await claim()).map(({ subject, attempt }) => [subject, attempt]),
    [["again", 2]],
  );
});

test("a lease that is renewed is not given to another worker, and one that is over cannot be renewed", async () => {
  await add(randomUUID(), "long");
  const [first] = await claim();
  assert.ok(first);
  clockShiftMs = 10_000;
  assert.deepEqual(await queue.renew([first], limits.leaseMs, clockShiftMs), new Set([first.lease]));
  clockShiftMs = 20_000;
  assert.deepEqual(await claim(), []);
  clockShiftMs = 26_000;
  const [second] = await claim();
  assert.equal(second?.attempt, 2);
  assert.deepEqual(await queue.renew([first], limits.leaseMs, clockShiftMs), new Set());
  assert.equal(await queue.record(first, {}), false);
  assert.equal(await queue.record(second, {}), true);
});

test("work that outlives its lease keeps it by renewing, and is told when another worker has it", async () => {
  await add(randomUUID(), "long");
  const lost = Promise.withResolvers<undefined>();
  let begun = 0;
  await working(
    async (held) => {
      begun += 1;
      held.lost.addEventListener("abort", () => lost.resolve(undefined));
      await lost.promise;
      await held.record({});
    },
    async () => {
      const [first] = await until("the job is under way", 10_000, async () => {
        const rows = await sql("select due_at::text as due_at from mails where state = 'under_way'");
        return rows.length === 1 ? rows : undefined;
      });
      await until("the lease has been renewed often enough to outlive its first term", 30_000, async () => {
        const [row] = await sql(
          "select clock_timestamp() > $1::timestamptz and due_at > clock_timestamp() as outlives from mails",
          [first?.["due_at"]],
        );
        return row?.["outlives"] === true ? true : undefined;
      });
      assert.equal(begun, 1);
      await sql("update mails set lease = gen_random_uuid()");
      await lost.promise;
    },
    { leaseMs: 4_000, renewsLeases: true },
  );
  assert.deepEqual(await left(), ["long under_way 1"], "the loser recorded nothing");
});

test("a worker that stops lets what is under way end and record, and takes nothing new", async () => {
  await add(randomUUID(), "first");
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let begun = 0;
  await working(
    async ({ record }) => {
      begun += 1;
      await released;
      await record({});
    },
    async (worker) => {
      await until("the job is under way", 10_000, () => (begun === 1 ? true : undefined));
      const stopped = worker.stop();
      await add(randomUUID(), "second");
      release(undefined);
      await stopped;
    },
  );
  assert.deepEqual([begun, await left()], [1, ["second ready 0"]]);
});

test("a job whose work throws is left to its lease, and the worker goes on", async () => {
  const team = randomUUID();
  await add(team, "bad");
  let done = 0;
  await working(
    async ({ job, record }) => {
      if (job.subject === "bad") throw new Error("the work is at fault");
      await record({});
      done += 1;
    },
    async () => {
      await until("the first is under way", 10_000, async () =>
        (await left())[0] === "bad under_way 1" ? true : undefined,
      );
      await add(team, "good");
      await until("the other is done", 10_000, () => (done === 1 ? true : undefined));
    },
  );
  assert.deepEqual(await left(), ["bad under_way 1"]);
});
