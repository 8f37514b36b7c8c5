import { after } from "node:test";
import { Database, type PlanMode, type Statement } from "@jst/db";
import type { Caller } from "@jst/caller";
import { CursorCodec } from "@jst/query";
import type { Call } from "@jst/rpc";
import { teamContext, testCaller, until, withClient } from "@jst/testing";
import type { ListRowsQuery } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import { rowPage } from "../engine/lists/row-page.ts";
import { LOOKING_MS } from "../engine/lists/list-time.ts";
import { IndexWishes } from "../engine/indexes/index-wishes.ts";
import { IndexMaker } from "../engine/indexes/indexes.ts";
import { findSchema } from "../engine/schema/stored-tables.ts";
import { schemaOf, type SchemaRow } from "../engine/schema/schema.ts";
import type { TestData } from "./test-data.ts";
import { promoteFrom, quietLogger, withWorker } from "./test-storage.ts";
import { wishedIndexes } from "./wishing.ts";

/** Rows of a table whose lists are looked at, stored at once as the service would have written them one by one. */
export interface PlannedRows {
  columns: Record<string, unknown>[];
  count: number;
  /** SQL for the cells of row n, as jsonb. */
  data: string;
  /** SQL for who made row n. */
  createdBy?: string;
  /** SQL for whether row n is deleted. */
  isDeleted?: string;
}

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** A promoted table, and how PostgreSQL answers its lists. */
export async function plannedLists({ database, door, table }: TestData, rows: PlannedRows) {
  const caller = testCaller();
  const tableId = await table(caller, rows.columns);
  await fill(database.superuserUrl, caller.team_id, tableId, rows);
  await promoteFrom(database, rows.count);
  const planned = planReader(database.url, caller, tableId);
  const list = async (query: ListRowsQuery) => {
    const reply = await door.call("ListRows", { caller, path: { table_id: tableId }, query: asText(query) });
    if (reply.status !== 200) throw new Error(`no list: ${JSON.stringify(reply.body)}`);
    return reply.body as { rows: { data: Record<string, unknown> }[]; next_cursor: string };
  };

  return {
    tableId,
    list,
    create: async (cells: unknown) => {
      const reply = await door.call("CreateRow", {
        caller,
        path: { table_id: tableId },
        body: { data: cells },
      });
      if (reply.status !== 201) throw new Error(`no row: ${JSON.stringify(reply.body)}`);
    },
    planOf: (query: ListRowsQuery) => planned(query, () => true),
    /** The same without the nodes that were not begun. */
    runOf: (query: ListRowsQuery) => planned(query, (node) => node["Actual Loops"] > 0),
    /** Lists as often as it takes to be noticed, and waits until it is. */
    wish: async (query: ListRowsQuery) => {
      const before = await writtenUses(database.superuserUrl);
      for (let n = 0; n < 10; n += 1) await list({ ...query, limit: 1 });
      await until("the wish is written", 10_000, async () =>
        (await writtenUses(database.superuserUrl)) > before ? true : undefined,
      );
    },
    /** Makes the wishes so far those of yesterday, which give way to any of today. */
    endDay: () =>
      withClient(database.superuserUrl, async (client) => {
        await client.query("update data.index_wishes set wished_at = wished_at - interval '1 day'");
      }),
    makeIndexes: () => withWorker(database, (session) => new IndexMaker(quietLogger).serve(session)),
    /** How the indexes that were wished for are made. */
    indexes: () => wishedIndexes(database, tableId),
    /** The cursor of the page that so many rows come before. */
    cursorAfter: async (query: ListRowsQuery, count: number) => {
      let cursor: string | undefined;
      for (let seen = 0; seen < count; seen += 500) {
        const page = { ...query, limit: 500, ...(cursor === undefined ? {} : { cursor }) };
        cursor = (await list(page)).next_cursor;
      }
      return cursor ?? "";
    },
  };
}

/** A page may pass over so many rows that are not of it. */
const PASSED_MAX = 1_000;

/** Answers the plan by which a list is answered, run, as a list of its nodes that are `shown`, each with its index. */
function planReader(url: string, caller: Caller, tableId: string) {
  const reader = new Database({
    connectionString: url,
    poolSize: 1,
    applicationName: "test",
    changesetPrefix: "data",
  });
  after(() => reader.close());
  const context = { ...teamContext(), teamId: caller.team_id };
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  return async (query: ListRowsQuery, shown: (node: Plan) => boolean): Promise<string[]> => {
    const [row] = await reader.read<SchemaRow>(context, findSchema(caller.team_id, tableId));
    if (row === undefined) throw new Error("no table");
    let nodes: string[] = [];
    const read = async (statement: Statement, plan?: PlanMode) => {
      const text = `explain (analyze, format json) ${statement.text}`;
      const [explained] = await reader.read<Record<string, [{ Plan: Plan }]>>(
        context,
        { text, values: statement.values },
        plan,
      );
      nodes = nodesOf(Object.values(explained ?? {})[0]?.[0].Plan, shown);
      return reader.read(context, statement, plan);
    };
    const call = {
      caller,
      context,
      deps: { cursors, wishes: new IndexWishes(reader), lookingMs: LOOKING_MS },
      read,
    };
    await rowPage(call as unknown as Call<Deps>, schemaOf(row), query);
    // The check of the remembered columns is in every plan.
    return nodes.filter((node) => !/^(Result|Aggregate|Limit|Subquery Scan|.* tables_.*)$/.test(node));
  };
}

const asText = (query: ListRowsQuery) =>
  new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();

async function fill(url: string, teamId: string, tableId: string, rows: PlannedRows): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    const text = `insert into data.rows (team_id, table_id, data, created_at, updated_at, deleted_at, created_by_type, created_by_id)
      select $1, $2, jsonb_strip_nulls(${rows.data}), now() - n * interval '1 minute',
        now() - (n * 7919) % ${rows.count} * interval '1 minute', case when ${rows.isDeleted ?? "false"} then now() end,
        'system', ${rows.createdBy ?? "null"}
      from generate_series(1::bigint, ${rows.count}) n`;
    await client.query(text, [teamId, tableId]);
  });
}

/** How often wishes have been written down, of all tables. */
const writtenUses = (url: string) =>
  withClient(url, async (client) => {
    const text = "select coalesce(sum(uses), 0)::int as uses from data.index_wishes";
    return (await client.query<{ uses: number }>(text)).rows[0]?.uses ?? 0;
  });

function nodesOf(plan: Plan | undefined, shown: (node: Plan) => boolean): string[] {
  if (plan === undefined || !shown(plan)) return [];
  const passed = plan["Rows Removed by Filter"] ?? 0;
  const index = plan["Index Name"]?.replace(/_[0-9a-f]{32}.*/, "");
  const own = [plan["Node Type"], index, passed > PASSED_MAX ? `passing ${passed} rows` : undefined];
  return [own.filter(Boolean).join(" "), ...(plan.Plans ?? []).flatMap((inner) => nodesOf(inner, shown))];
}
