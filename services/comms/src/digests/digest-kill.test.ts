import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { test } from "node:test";
import { uuidv7 } from "@jst/db";
import { testDatabase, until, withClient } from "@jst/testing";

const database = await testDatabase("comms");
const program = path.join(import.meta.dirname, "../testing/digest-process.ts");
const PAUSE_MS = 16 * 60_000;
const MEMBERS = 12;
const ROUNDS = 8;

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);

/** Starts the worker with its clock ahead. */
async function startWorker(shiftMs: number) {
  const args = [program, database.urlOf("comms"), database.urlOf("comms_worker"), String(shiftMs)];
  const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(worker.stdout, "data");
  return worker;
}

async function kill(worker: Awaited<ReturnType<typeof startWorker>>): Promise<void> {
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

/** Stores one notice for each member. */
async function notifyAll(teamId: string, members: readonly string[]): Promise<void> {
  const rows = members.map((member_id) => ({
    ...{ team_id: teamId, member_id, id: uuidv7(), fact_id: randomUUID(), kind: "proposal_waits" },
    ...{ title: "A change waits", path: "/console/approvals/1", actor: {}, subject_type: "changeset" },
    ...{ subject_id: "1", in_app: true, wants_mail: true, created_at: new Date().toISOString() },
  }));
  await sql(
    "insert into comms.notifications select * from jsonb_populate_recordset(null::comms.notifications, $1)",
    [JSON.stringify(rows)],
  );
}

const leftOf = async (teamId: string): Promise<number> => {
  const [row] = await sql<{ left: number }>(
    "select count(*)::int as left from comms.notifications where team_id = $1 and mailed_at is null",
    [teamId],
  );
  return row?.left ?? assert.fail();
};

interface Counts {
  notices: number;
  digests: number;
  mails: number;
  /** Notices that are mailed and in no mail of their member. */
  astray: number;
}

async function countsOf(teamId: string): Promise<Counts> {
  const [counts] = await sql<Counts>(
    `select count(*)::int as notices, count(distinct n.digest_id)::int as digests,
       (select count(*)::int from comms.messages m where m.team_id = $1 and m.kind = 'member_notice') as mails,
       count(*) filter (where n.mailed_at is not null and (m.source ->> 'id') is distinct from n.member_id::text)::int
         as astray
     from comms.notifications n left join comms.messages m on m.team_id = n.team_id and m.reference = n.digest_id::text
     where n.team_id = $1`,
    [teamId],
  );
  return counts ?? assert.fail();
}

test("a worker that is killed between notices, mail and digest has made all of them or none, and no notice is mailed twice", async () => {
  const teamId = randomUUID();
  const members = Array.from({ length: MEMBERS }, () => randomUUID());
  let shiftMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await notifyAll(teamId, members);
    shiftMs += PAUSE_MS;
    const before = await leftOf(teamId);
    await withClient(database.superuserUrl, async (client) => {
      // In every second round the mails wait for this lock, after their notices are marked.
      const isHeld = round % 2 === 0;
      await client.query("begin");
      if (isHeld) await client.query("lock table comms.messages in share mode");
      const worker = await startWorker(shiftMs);
      if (isHeld)
        await until("a mail waits for the lock", 30_000, async () => {
          const waiting = await sql(
            "select from pg_locks l where not l.granted and l.relation = 'comms.messages'::regclass",
          );
          return waiting.length > 0 ? true : undefined;
        });
      else
        await until("a mail is made", 30_000, async () =>
          (await leftOf(teamId)) < before ? true : undefined,
        );
      await kill(worker);
      assert.equal((await countsOf(teamId)).astray, 0);
      await client.query("commit");
    });
  }
  const worker = await startWorker(shiftMs + PAUSE_MS);
  await until("every notice is mailed", 60_000, async () =>
    (await leftOf(teamId)) === 0 ? true : undefined,
  );
  await kill(worker);
  const { notices, digests, mails, astray } = await countsOf(teamId);
  assert.deepEqual([notices, astray, mails], [MEMBERS * ROUNDS, 0, digests]);
});
