import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testCaller, until } from "@jst/testing";
import pg from "pg";
import { testCrm } from "../testing/test-crm.ts";

const limitMs = 30_000;

// Before the database is dropped, which is what its own hook does.
let end = (): Promise<void> => Promise.resolve();
after(() => end());
const { door, database } = await testCrm();
const holder = new pg.Client({ connectionString: database.superuserUrl });
const watcher = new pg.Client({ connectionString: database.superuserUrl });
await Promise.all([holder.connect(), watcher.connect()]);
end = async () => {
  await Promise.all([holder.end(), watcher.end()]);
};

/**
 * Writes of the service that wait for a lock, in the order in which they came, and whether they have a transaction id.
 */
async function waiting(): Promise<{ has_xid: boolean }[]> {
  const { rows } = await watcher.query<{ has_xid: boolean }>(
    `select backend_xid is not null as has_xid from pg_stat_activity
     where datname = current_database() and application_name = 'crm' and wait_event_type = 'Lock'`,
  );
  return rows;
}

const ways = {
  patch: "changes it",
  "patch with a key": "changes it under an Idempotency-Key",
  upsert: "upserts it",
  archive: "archives it",
} as const;

/** A contact, and the ways to write it. */
async function contact() {
  const caller = testCaller();
  const body = { external_id: "e-1", first_name: "Ada" };
  const created = await door.call("CreateContact", { caller, body });
  const path = { contact_id: created.body.id as string };
  const patch = (title: string, headers = {}) =>
    door.call("UpdateContact", { caller, path, body: { title }, headers });
  const writes: Record<keyof typeof ways, () => Promise<{ status: number }>> = {
    patch: () => patch("patched"),
    "patch with a key": () => patch("keyed", { "idempotency-key": "k-1" }),
    upsert: () => door.call("UpsertContact", { caller, body: { ...body, company: "upserted" } }),
    archive: () => door.call("ArchiveContact", { caller, path }),
  };
  /** Versions of its events in the order in which the relay sends them. */
  const sent = async () => {
    const { rows } = await watcher.query<{ version: number }>(
      `select (payload #>> '{data,object,version}')::int as version from crm.outbox
       where team_id = $1 and type like 'contact.%' and type in ('contact.created', 'contact.updated') order by xid, seq`,
      [caller.team_id],
    );
    return rows.map(({ version }) => version);
  };
  return { id: path.contact_id, writes, sent };
}

for (const first of Object.keys(ways) as (keyof typeof ways)[]) {
  for (const second of Object.keys(ways) as (keyof typeof ways)[]) {
    if (first === second) continue;
    test(`one that ${ways[first]} and one that ${ways[second]}, both waiting for the row: events in the order of versions`, async () => {
      const { id, writes, sent } = await contact();
      await holder.query("begin");
      await holder.query("select from crm.contacts where id = $1 for update", [id]);
      const under: Promise<{ status: number }>[] = [];
      let seen: { has_xid: boolean }[] = [];
      try {
        for (const [index, way] of [first, second].entries()) {
          under.push(writes[way]());
          seen = await until("it waits for the row", limitMs, async () => {
            const all = await waiting();
            return all.length > index ? all : undefined;
          });
        }
      } finally {
        await holder.query("commit");
      }
      for (const { status } of await Promise.all(under)) assert.equal(status, 200);
      // Events are in the order of these ids: a writer that got one before it locked the row could overtake.
      assert.deepEqual(seen, [{ has_xid: false }, { has_xid: false }]);
      const versions = await sent();
      assert.deepEqual(versions, [1, 2, 3].slice(0, versions.length));
      assert.ok(versions.length >= 2);
    });
  }
}
