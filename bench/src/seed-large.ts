import { Client } from "pg";
import { baseUrl } from "../../dev/src/components/service.ts";
import { superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import type { Progress } from "../../dev/src/progress.ts";
import { until } from "../../dev/src/process/until.ts";
import type { LargeFacts } from "./facts.ts";
import { rowsOf } from "./scenarios/large.ts";
import { createTable, insertRows, type Seeded } from "./seed.ts";

/** Rows that make a table move to a physical one of its own, and that the smaller table has. */
const smallCount = 10_000;
const chunk = 100_000;
const farPageNumber = 100;
/** The keeper of data moves a table and makes its indexes in this time, on a busy machine too. */
const keeperLimitMs = 600_000;

/** Two tables as growth leaves them: moved to physical tables, with the indexes their lists asked for. */
export async function seedLarge(
  fleet: Fleet,
  seeded: Seeded,
  rowCount: number,
  progress: Progress,
): Promise<LargeFacts> {
  const [token = ""] = seeded.tokens;
  const client = new Client({ connectionString: superuserUrl(fleet, "jst") });
  await client.connect();
  try {
    const tableId = await createTable(fleet, token, "Large");
    const smallTableId = await createTable(fleet, token, "Small");
    const tables = [tableId, smallTableId];
    for (const id of tables) await insertRows(client, seeded.team.id, id, smallCount);
    await progress.step("waiting until both tables have moved", () => waitUntilMoved(client, tables));
    await progress.step(`storing ${rowCount} rows`, () => grow(client, seeded.team.id, tableId, rowCount));
    await progress.step("waiting for the indexes that their lists ask for", async () => {
      for (const id of tables) await waitUntilIndexed(fleet, client, token, id);
    });
    await client.query("vacuum analyze");
    const farCursor = await walkTo(fleet, token, tableId);
    return { tableId, smallTableId, farCursor };
  } finally {
    await client.end();
  }
}

const physical = (tableId: string) => `data.rows_${tableId.replaceAll("-", "")}`;

async function waitUntilMoved(client: Client, tables: readonly string[]): Promise<void> {
  const text = "select count(*)::int as moved from data.storages where table_id = any($1)";
  const isDone = await until(async () => {
    const { rows } = await client.query<{ moved: number }>(text, [tables]);
    return rows[0]?.moved === tables.length;
  }, keeperLimitMs);
  if (!isDone) throw new Error("The keeper of data has not moved the tables.");
}

/** Straight into the physical table, without undo records: they are no part of what is measured. */
async function grow(client: Client, teamId: string, tableId: string, rowCount: number): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (let stored = smallCount; stored < rowCount; stored += chunk) {
    const count = Math.min(chunk, rowCount - stored);
    await insertRows(client, teamId, tableId, count, { into: physical(tableId), after: stored });
  }
  await client.query("set session_replication_role = origin");
  await client.query(`vacuum analyze ${physical(tableId)}`);
}

/** Asks for the list until the keeper has made an index of what it filters by. */
async function waitUntilIndexed(fleet: Fleet, client: Client, token: string, tableId: string): Promise<void> {
  const text = `select count(*)::int as made from pg_index i
    where i.indrelid = $1::regclass and i.indisvalid and i.indexrelid::regclass::text like '%wish_match%'`;
  const isDone = await until(async () => {
    for (let times = 0; times < 10; times += 1) await page(fleet, token, rowsOf(tableId));
    const { rows } = await client.query<{ made: number }>(text, [physical(tableId)]);
    return (rows[0]?.made ?? 0) > 0;
  }, keeperLimitMs);
  if (!isDone) throw new Error("The keeper of data has made no index.");
}

async function walkTo(fleet: Fleet, token: string, tableId: string): Promise<string> {
  let cursor = "";
  for (let number = 1; number < farPageNumber; number += 1) {
    const next = await page(
      fleet,
      token,
      `${rowsOf(tableId)}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (next === null) throw new Error(`The list ends at page ${number}; ROWS is too small.`);
    cursor = next;
  }
  return cursor;
}

async function page(fleet: Fleet, token: string, path: string): Promise<string | null> {
  const response = await fetch(`${baseUrl(fleet)}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`GET ${path} was answered ${response.status} ${await response.text()}`);
  return ((await response.json()) as { next_cursor: string | null }).next_cursor;
}
