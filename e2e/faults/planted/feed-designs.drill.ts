// Proves: e2e/faults/checker libs/db/sql
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { notesMigrations, testDatabase, until } from "@jst/testing";
import pg from "pg";
import { feedIsOneSequence } from "../checker/feed.ts";
import type { Delivery, Violation } from "../checker/history.ts";

/** How a feed could be made: what a writer says when it begins and when it inserts, and what a reader asks for. */
interface Design {
  name: string;
  begin?: string;
  insert: string;
  /** Which rows may be shown, by what they are ordered, and what the cursor holds of that. */
  shown: string;
  order: readonly string[];
  isSound: boolean;
}

const byTime = ["created_at", "id"] as const;
const belowHorizon = "xid < pg_snapshot_xmin(pg_current_snapshot())";

/** events.feed-order: four designs that lose rows, and the two that do not. The product's is the last. */
const designs: readonly Design[] = [
  { name: "created_at is now()", insert: "now()", shown: "true", order: byTime, isSound: false },
  {
    name: "created_at is the clock's",
    insert: "clock_timestamp()",
    shown: "true",
    order: byTime,
    isSound: false,
  },
  {
    name: "rows are shown 20 ms late",
    insert: "clock_timestamp()",
    shown: "created_at < clock_timestamp() - interval '20 ms'",
    order: byTime,
    isSound: false,
  },
  {
    name: "rows below the horizon, ordered by created_at",
    insert: "now()",
    shown: belowHorizon,
    order: byTime,
    isSound: false,
  },
  {
    name: "rows below the horizon, ordered by transaction",
    insert: "now()",
    shown: belowHorizon,
    order: ["xid", "id"],
    isSound: true,
  },
  {
    name: "created_at is assigned under a lock held to the commit",
    begin: "update head set at = at",
    insert: "(select greatest(at + interval '1 microsecond', clock_timestamp()) from head)",
    shown: "true",
    order: byTime,
    isSound: true,
  },
];

// Before the database is dropped, which is what its own hook does.
const clients: pg.Client[] = [];
after(() => Promise.all(clients.map((client) => client.end())));
const database = await testDatabase("crm", { migrations: notesMigrations });
before(async () => {
  for (let n = 0; n < 3; n += 1) {
    const client = new pg.Client({ connectionString: database.superuserUrl });
    await client.connect();
    clients.push(client);
  }
});

/** A reader's walk: what it has met so far, and the key it goes on from. */
class Reader {
  readonly met: string[] = [];
  #after: readonly string[] | undefined;

  async poll(client: pg.Client, { shown, order }: Design): Promise<void> {
    const key = order.map((column) => `${column}::text`).join(", ");
    const since =
      this.#after === undefined
        ? "true"
        : `(${order.join(", ")}) > (${order.map((column, n) => `$${n + 1}::${types[column] ?? ""}`).join(", ")})`;
    const { rows } = await client.query<{ id: string; key: string[] }>(
      `select id::text, array[${key}] as key from feed where ${shown} and ${since} order by ${order.join(", ")}`,
      this.#after === undefined ? [] : [...this.#after],
    );
    this.met.push(...rows.map(({ id }) => id));
    this.#after = rows.at(-1)?.key ?? this.#after;
  }
}

const types: Record<string, string> = { created_at: "timestamptz", id: "bigint", xid: "xid8" };

/** Two writers, of whom the first to begin is the last to commit, and a reader between them. */
async function breachesOf(design: Design, insertsEarly: boolean): Promise<Violation[]> {
  const [early, late, other] = clients as [pg.Client, pg.Client, pg.Client];
  await other.query("drop table if exists feed, head");
  await other.query(`create table feed (id bigint generated always as identity, created_at timestamptz not null,
    xid xid8 not null default pg_current_xact_id())`);
  await other.query("create table head as select timestamptz '-infinity' as at");
  const reader = new Reader();
  const insert = async (client: pg.Client) => {
    if (design.begin !== undefined) await client.query(design.begin);
    const { rows } = await client.query<{ at: string }>(
      `insert into feed (created_at) values (${design.insert}) returning created_at::text as at`,
    );
    await client.query("update head set at = greatest(at, $1) where $2", [
      rows[0]?.at,
      design.begin !== undefined,
    ]);
  };
  await early.query("begin");
  await early.query("select now()");
  if (insertsEarly) await insert(early);
  const { rows } = await late.query<{ pid: number }>("select pg_backend_pid() as pid");
  const progress = { isCommitted: false };
  const second = (async () => {
    await late.query("begin");
    await insert(late);
    await late.query("commit");
    progress.isCommitted = true;
  })();
  await until("it has committed, or waits for the lock", 20_000, () =>
    progress.isCommitted ? true : isWaiting(other, rows[0]?.pid),
  );
  await until("the reader has met what may be shown", 20_000, async () => {
    await reader.poll(other, design);
    const { rows: hidden } = await other.query(
      `select from feed where not (${design.shown}) and not (${belowHorizon})`,
    );
    // Nothing is to be met while the first one's row holds the horizon, or its lock the other. Before it has a row,
    // what the second has committed is met; transactions of other databases hold the horizon too, but they end.
    const isHeld = insertsEarly && (hidden.length > 0 || (await isEmpty(other)));
    return reader.met.length > 0 || isHeld ? true : undefined;
  });
  if (!insertsEarly) await insert(early);
  await early.query("commit");
  await second;
  await until("the reader has met the newest row", 20_000, async () => {
    await reader.poll(other, design);
    const { rows: unseen } = await other.query(`select from feed where not (${design.shown})`);
    return unseen.length === 0 ? true : undefined;
  });
  await reader.poll(other, design);
  return feedIsOneSequence({ deliveries: await table(other, design), walks: [walkOf(reader)] });
}

const walkOf = ({ met }: Reader) => ({ team: "t", walker: "a reader", items: met });

async function isWaiting(client: pg.Client, pid: number | undefined): Promise<true | undefined> {
  const { rows } = await client.query("select from pg_locks where pid = $1 and not granted", [pid]);
  return rows.length > 0 ? true : undefined;
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  return (await client.query("select from feed")).rows.length === 0;
}

async function table(client: pg.Client, { order }: Design): Promise<Delivery[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id::text from feed order by ${order.join(", ")}`,
  );
  const rest = { endpoint: "e", team: "t", type: "", status: "success", attempts: 1, payloadTeam: "t" };
  return rows.map(({ id }) => ({ ...rest, id, event: id, contact: id, version: 1, marker: id }));
}

for (const design of designs) {
  const verdict = design.isSound ? "loses nothing" : "loses rows, and the checker says so";
  test(`a feed in which ${design.name} ${verdict}`, async () => {
    const found = [...(await breachesOf(design, true)), ...(await breachesOf(design, false))];
    const kinds = new Set(found.map(({ kind }) => kind));
    assert.deepEqual([...kinds], design.isSound ? [] : ["lost"]);
  });
}
