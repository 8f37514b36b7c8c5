import type { TeamTx } from "@jst/db";
import { AppError, problemOf } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import { publishLending } from "../assets/events.ts";
import type { Deps } from "../deps.ts";
import { unknownCells } from "../references/references.ts";
import { targetTables } from "../relations/links.ts";
import type { ColumnSchema, TableSchema } from "../tables/schema.ts";
import { StaleSchema, withTable } from "../tables/with-table.ts";
import { type BatchItem, placeOf, requireAll } from "./batch-item.ts";
import {
  claimValues,
  findRows,
  holdLinks,
  lockRows,
  type Outside,
  readCellsOf,
  upsertColumn,
} from "./batch-plan.ts";
import { storeAll, storeEach } from "./batch-store.ts";
import { asUniqueViolation } from "./row-refusals.ts";

/**
 * Stores rows, new ones or with upsert_on also over those that are there: all of them or none, or with atomic=false
 * each that fits. The answer has a row, or its error, for each row of the request in its order.
 */
export const batchRows: Handler<"BatchRows"> = async ({ path, body }, call) => {
  await call.deps.teams.ensure(call);
  const isAtomic = body.atomic ?? true;
  return withTable(call, path.table_id, async (schema) => {
    const key = upsertColumn(schema, body.upsert_on);
    const tables = await targetTables(call, schema);
    const unknown = await unknownCells(call, schema, body.rows.map(sentCells));
    return call
      .write(async (tx) => {
        const items = body.rows.map(({ data }, index): BatchItem => ({ index, data }));
        await plan(tx, schema, items, { key, isAtomic, tables, unknown });
        if (isAtomic) await storeAll(tx, schema, items);
        else await storeEach(tx, schema, items, (refusal) => isRace(refusal, key));
        await publishLending(tx, schema);
        const isUnchanged = items.every(({ error, isSame }) => error !== undefined || isSame === true);
        return { body: replyText(items, call), isUnchanged };
      })
      .catch((error: unknown) => {
        const refusal = asUniqueViolation(error);
        throw isRace(refusal, key) ? new StaleSchema() : refusal;
      });
  });
};

function sentCells({ data }: { data: Record<string, unknown> }, index: number) {
  return { cells: data, at: placeOf({ index, data }) };
}

/** Judges every row before any is stored; in an atomic batch the first kind of fault refuses all. */
async function plan(
  tx: TeamTx,
  schema: TableSchema,
  items: readonly BatchItem[],
  { key, isAtomic, ...outside }: { key: ColumnSchema | undefined; isAtomic: boolean } & Outside,
): Promise<void> {
  if (key !== undefined) await findRows(tx, items, key);
  readCellsOf(items, schema);
  if (isAtomic) requireAll(items);
  await holdLinks(tx, items, schema, outside);
  await claimValues(tx, items, schema);
  if (isAtomic) requireAll(items);
  if (key === undefined) return;
  if (items.some(({ error }) => isRace(error, key))) throw new StaleSchema();
  await lockRows(tx, items, schema, key);
  if (isAtomic) requireAll(items);
}

/** True when another writer stored the key since it was looked for: looked for again, the row is there. */
function isRace(error: unknown, key: ColumnSchema | undefined): boolean {
  if (key === undefined || !(error instanceof AppError)) return false;
  return error.code === "unique_violation" && error.extension["column"] === key.name;
}

function replyText(items: readonly BatchItem[], { baseUrl, requestId, traceId }: Call<Deps>): string {
  const texts = items.map(({ error, body = "null" }) =>
    error === undefined ? body : JSON.stringify({ error: problemOf(error, { baseUrl, requestId, traceId }) }),
  );
  return `{"rows":[${texts.join(",")}]}`;
}
