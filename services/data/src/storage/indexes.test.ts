import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database, type PlanMode, type Statement } from "@jst/db";
import { CursorCodec } from "@jst/query";
import type { Call } from "@jst/rpc";
import { teamContext, testCaller, withClient } from "@jst/testing";
import type { ListRowsQuery } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { rowPage } from "../rows/row-page.ts";
import { findSchema } from "../tables/queries.ts";
import { schemaOf, type SchemaRow } from "../tables/schema.ts";
import { testData } from "../testing/test-data.ts";
import { ownRelation, promoteFrom, quietLogger, withWorker } from "../testing/test-storage.ts";
import { IndexWishes } from "./index-wishes.ts";
import { IndexMaker, INDEXES_MAX } from "./indexes.ts";

const { database, door, table } = await testData();
const caller = testCaller();
const columns = [
  { name: "name", type: "text" },
  { name: "size", type: "number" },
  {
    name: "stage",
    type: "select",
    options: { options: ["won", "lost", "rare"].map((value) => ({ value })) },
  },
  ...Array.from({ length: 7 }, (_, n) => ({ name: `n${n}`, type: "number" })),
];
const tableId = await table(caller, columns);
const path = { table_id: tableId };
const rowCount = 50_000;
const list = (query: string) => door.call("ListRows", { caller, path, query });
const makeIndexes = () => withWorker(database, (session) => new IndexMaker(quietLogger).serve(session));

/** Rows as the service would write them, all at once; few are won, and four rare, so that an index of stages is worth its while. */
async function fill(): Promise<void> {
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const text = `insert into data.rows (team_id, table_id, data, created_at, created_by_type)
      select $1, $2, jsonb_strip_nulls(jsonb_build_object('name', 'Name ' || (n * 7919) % 49999,
          'size', case when n % 10 > 0 then (n * 104729) % 100000 end, 'stage', case when n % 12500 = 7 then 'rare' when n % 50 = 0 then 'won' else 'lost' end)),
        now() - n * interval '1 minute', 'system'
      from generate_series(1::bigint, ${rowCount}) n`;
    await client.query(text, [caller.team_id, tableId]);
  });
  await promoteFrom(database, rowCount);
}

/** How often wishes have been written down. */
const written = () =>
  withClient(database.superuserUrl, async (client) => {
    const text = "select coalesce(sum(uses), 0)::int as uses from data.index_wishes";
    return (await client.query<{ uses: number }>(text)).rows[0]?.uses ?? 0;
  });

/** Lists as often as it takes to be noticed. */
async function wish(query: string): Promise<void> {
  const before = await written();
  for (let n = 0; n < 10; n += 1) assert.equal((await list(`${query}&limit=1`)).status, 200);
  while ((await written()) === before);
}

const reader = new Database({
  connectionString: database.url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "data",
});
after(() => reader.close());

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  Plans?: Plan[];
}

/** The plan by which a list is answered, run, as a list of nodes, each with its index. */
async function planOf(query: ListRowsQuery): Promise<string[]> {
  const context = { ...teamContext(), teamId: caller.team_id };
  const [row] = await reader.read<SchemaRow>(context, findSchema(caller.team_id, tableId));
  assert.ok(row);
  let nodes: string[] = [];
  const read = async (statement: Statement, plan?: PlanMode) => {
    const [explained] = await reader.read<Record<string, [{ Plan: Plan }]>>(
      context,
      { text: `explain (analyze, format json) ${statement.text}`, values: statement.values },
      plan,
    );
    nodes = nodesOf(Object.values(explained ?? {})[0]?.[0].Plan);
    return reader.read(context, statement, plan);
  };
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const call = { caller, deps: { cursors, wishes: new IndexWishes(reader) }, read };
  await rowPage(call as unknown as Call<Deps>, schemaOf(row), query);
  // The check of the remembered columns is in every plan.
  return nodes.filter((node) => !/^(Result|Aggregate|Limit|Subquery Scan|.* tables_.*)$/.test(node));
}

function nodesOf(plan: Plan | undefined): string[] {
  if (plan === undefined) return [];
  const own = [plan["Node Type"], plan["Index Name"]?.replace(/_[0-9a-f]{32}.*/, "")]
    .filter(Boolean)
    .join(" ");
  return [own, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The cursor of the page that so many rows come before. */
async function cursorAfter(query: string, rows: number): Promise<string> {
  let cursor = "";
  for (let seen = 0; seen < rows; seen += 500) {
    const reply = await list(`${query}&limit=500${cursor === "" ? "" : `&cursor=${cursor}`}`);
    cursor = (reply.body as { next_cursor: string }).next_cursor;
  }
  return cursor;
}

await fill();

test("what lists ask for gets an index, by which first and hundredth page are read, sorting a handful of rows at most", async () => {
  const stage = JSON.stringify({ field: "stage", op: "eq", value: "won" });
  const name = JSON.stringify({ field: "name", op: "eq", value: "Name 77" });
  const part = JSON.stringify({ field: "name", op: "contains", value: "e 4711" });
  const asked: [query: ListRowsQuery, nodes: string[]][] = [
    [{ filter: stage }, ["Index Scan wish_match"]],
    [{ filter: name }, ["Index Scan wish_match"]],
    [{ sort: "size:desc" }, ["Append", "Index Scan wish_sort", "Index Scan wish_sort"]],
    [{ sort: "size:asc" }, ["Append", "Index Scan wish_sort", "Index Scan wish_sort"]],
    [{ sort: "name:desc" }, ["Append", "Index Scan wish_sort", "Index Scan wish_sort"]],
    [{ filter: part }, ["Sort", "Bitmap Heap Scan", "Bitmap Index Scan wish_contains"]],
    [{ q: "e 4711" }, ["Sort", "Bitmap Heap Scan", "Bitmap Index Scan wish_search"]],
  ];
  for (const [query] of asked) {
    await wish(
      Object.entries(query)
        .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
        .join("&"),
    );
  }
  await makeIndexes();
  for (const [query, nodes] of asked) {
    const plan = await planOf(query);
    assert.deepEqual(plan.toSorted(), nodes.toSorted(), JSON.stringify(query));
  }
  for (const sort of ["size:desc", "size:asc", "name:desc"]) {
    const cursor = await cursorAfter(`sort=${sort}`, 5_000);
    const plan = await planOf({ sort, cursor });
    assert.ok(!plan.includes("Sort") && plan.includes("Index Scan wish_sort"), `${sort}: ${plan.join(", ")}`);
  }
});

test("rows of a rare value are found by it and sorted, those of a common one in the order of the sort", async () => {
  /** The index that the rows with a value to sort by are read from; of those without there is none or a few. */
  const readBy = async (value: string, sort: string) => {
    const plan = await planOf({ filter: JSON.stringify({ field: "stage", op: "eq", value }), sort });
    return plan.find((node) => node.includes("wish_"))?.replace(/.*(?=wish_)/, "");
  };
  for (const sort of ["name:asc", "size:desc"]) {
    assert.equal(await readBy("rare", sort), "wish_match");
    assert.equal(await readBy("lost", sort), "wish_sort");
  }
});

test("a text that most rows have is looked for in the order of the list, not among all that the index finds", async () => {
  const contains = JSON.stringify({ field: "name", op: "contains", value: "name" });
  for (const query of [{ filter: contains }, { q: "name" }, { q: "name", sort: "size:desc" }]) {
    const plan = await planOf(query);
    assert.ok(
      plan.every((node) => !/wish_(contains|search)/.test(node)),
      `${JSON.stringify(query)}: ${plan.join(", ")}`,
    );
  }
});

test("a table keeps its last few indexes and loses the least recently wished one", async () => {
  for (let n = 0; n < 7; n += 1) await wish(`sort=n${n}:asc`);
  await makeIndexes();
  const names = await withClient(database.superuserUrl, async (client) => {
    const text =
      "select indexdef from pg_indexes where schemaname || '.' || tablename = $1 and indexname like 'wish%'";
    return (await client.query<{ indexdef: string }>(text, [ownRelation(tableId)])).rows.map(
      (row) => row.indexdef,
    );
  });
  assert.equal(names.length, INDEXES_MAX);
  for (let n = 0; n < 7; n += 1)
    assert.ok(
      names.some((text) => text.includes(`'n${n}'`)),
      `n${n}`,
    );
});
