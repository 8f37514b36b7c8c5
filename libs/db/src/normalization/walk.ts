import type { Database } from "../database.ts";
import { isIntegrityViolation } from "../errors.ts";
import { systemContext } from "../system-context.ts";
import type { Row, TeamContext } from "../types.ts";
import {
  columnsLeft,
  findLeft,
  forgetLeft,
  listLeft,
  noteLeft,
  STORED_ROWS,
  storeNfc,
  type Key,
} from "./statements.ts";
import { textColumnsOf, textTables, type Texts, type TextTable } from "./texts.ts";

/** Longest time of one page, and of one transaction. */
const STEP_MS = 60_000;

/** Team whose texts are walked. */
export interface Walk {
  database: Database;
  schema: string;
  texts: Texts;
  teamId: string;
  /** Waits between two pages; resolves to false once the walk is to end. */
  rest?: () => Promise<boolean>;
}

interface LeftRow extends Row {
  key: string[];
  is_left: boolean;
  is_full: boolean;
}

/**
 * Stores every text of the team in NFC: no version, time, event or change is written. A row whose value another row has
 * stays, and is noted. Resolves to the number of stored rows.
 */
export async function normalizeTeam(walk: Walk): Promise<number> {
  const context = systemContext(walk.teamId, { timeoutMs: STEP_MS, requestId: "normalization" });
  let stored = await retryLeft(walk, context);
  for (const table of await tablesOf(walk, context)) stored += await walkTable(walk, context, table);
  return stored;
}

/** Stores the noted rows whose values are free by now; resolves to their number. */
export async function retryNoted(walk: Walk): Promise<number> {
  return retryLeft(walk, systemContext(walk.teamId, { timeoutMs: STEP_MS, requestId: "normalization" }));
}

async function tablesOf({ database, schema, texts }: Walk, context: TeamContext): Promise<TextTable[]> {
  const own = textTables(schema, texts, await database.read(context, textColumnsOf(schema)));
  return [...own, ...((await texts.further?.(context, database)) ?? [])];
}

async function walkTable(walk: Walk, context: TeamContext, table: TextTable): Promise<number> {
  const { database, teamId, rest } = walk;
  let stored = 0;
  let after: Key | undefined;
  for (;;) {
    const page = await database.read<LeftRow>(context, findLeft(table, teamId, after), "custom");
    const left = page.filter((row) => row.is_left).map(({ key }) => key);
    for (let start = 0; start < left.length; start += STORED_ROWS)
      stored += await storeAll(walk, context, table, left.slice(start, start + STORED_ROWS));
    after = page.at(-1)?.key;
    if (page.at(-1)?.is_full !== true || (await rest?.()) === false) return stored;
  }
}

/** Stores the rows in one transaction, or one by one if the value of one is taken. */
async function storeAll(
  walk: Walk,
  context: TeamContext,
  table: TextTable,
  keys: readonly Key[],
): Promise<number> {
  try {
    return await store(walk, context, table, keys);
  } catch (error) {
    if (!isIntegrityViolation(error)) throw error;
  }
  let stored = 0;
  for (const key of keys) {
    try {
      stored += await store(walk, context, table, [key]);
    } catch (error) {
      if (!isIntegrityViolation(error)) throw error;
    }
    await note(walk, context, table, key);
  }
  return stored;
}

async function store(
  { database, teamId }: Walk,
  context: TeamContext,
  table: TextTable,
  keys: readonly Key[],
): Promise<number> {
  const { result } = await database.write(context, async (tx) => {
    tx.precede({
      name: "normalizing",
      text: "select set_config('app.normalizing', 'on', true)",
      values: [],
    });
    const rows = await tx.query<{ key: string[] }>(storeNfc(table, teamId, keys));
    if (table.stored !== undefined && rows.length > 0)
      await tx.query({ text: table.stored, values: [teamId, rows.map(({ key }) => key.at(-1))] });
    return rows.length;
  });
  return result;
}

/** Notes the row if it is still in another spelling, and removes its note otherwise. */
async function note(
  { database, teamId }: Walk,
  context: TeamContext,
  table: TextTable,
  key: Key,
): Promise<void> {
  const [left] = await database.read<{ columns: string[] }>(context, columnsLeft(table, teamId, key));
  await database.write(context, (tx) =>
    tx.query(
      left === undefined
        ? forgetLeft(teamId, table.name, key)
        : noteLeft(teamId, table.name, key, left.columns),
    ),
  );
}

async function retryLeft(walk: Walk, context: TeamContext): Promise<number> {
  const noted = await walk.database.read<{ relation: string; key: string[] }>(context, listLeft(walk.teamId));
  if (noted.length === 0) return 0;
  const tables = new Map((await tablesOf(walk, context)).map((table) => [table.name, table]));
  let stored = 0;
  for (const { relation, key } of noted) {
    const table = tables.get(relation);
    if (table !== undefined) stored += await storeAll(walk, context, table, [key]);
    if (table === undefined)
      await walk.database.write(context, (tx) => tx.query(forgetLeft(walk.teamId, relation, key)));
    else await note(walk, context, table, key);
  }
  return stored;
}
