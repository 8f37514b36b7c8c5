import type { TeamTx } from "@jst/db";
import type { AppError } from "@jst/errors";
import {
  columnsChanged,
  withoutFiles,
  type ImportPart,
  type Judgement,
  type ReadRow,
  type WaitingRow,
  type WriteOutcome,
} from "@jst/importing";
import { targetTables } from "../engine/links/links.ts";
import { unknownCells } from "../engine/links/references.ts";
import { type BatchItem, placeOf } from "../engine/rows/batch-item.ts";
import { judgeBatch } from "../engine/rows/batch-judge.ts";
import { lockUpserts, untilStored } from "../engine/rows/batch-overtaken.ts";
import { type Outside, readCellsOf, refuseTwice, upsertColumn } from "../engine/rows/batch-plan.ts";
import { storeEach } from "../engine/rows/batch-store.ts";
import { publishLending } from "../engine/rows/lending.ts";
import { asUniqueViolation } from "../engine/rows/row-refusals.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { withTable } from "../engine/schema/with-table.ts";
import type { OpenPart } from "./part-columns.ts";
import { schemaOfNew, stampOf, withDrafts } from "./stamps.ts";

/** Judges rows of a part by the code of rows:batch, and runs `store` in the same transaction (imports.check). */
export async function judgeRows(
  open: OpenPart,
  tableId: string,
  rows: readonly ReadRow[],
  store: (tx: TeamTx, judgements: readonly Judgement[]) => Promise<void>,
): Promise<void> {
  const { call, part, columns } = open;
  await withPresent(open, tableId, rows, (present, outside) => {
    const key =
      part.match === null || part.match.by === "id" ? undefined : upsertColumn(present, part.match.by);
    const schema = withDrafts(present, columns);
    return untilStored(async (isAlone) => {
      await call.write(async (tx) => {
        const items = rows.map(({ id, data }, index): BatchItem => ({ index, id, data: withoutFiles(data) }));
        if (key !== undefined) await lockUpserts(tx, present, isAlone);
        await judgeBatch(tx, schema, items, { key, isAtomic: false, ...outside });
        await store(tx, judgementsOf(items, rows, part));
        return { body: "" };
      });
    });
  });
}

/** Judges rows of a table that is to be made. */
export async function judgeNewRows(
  { call, part, columns }: OpenPart,
  rows: readonly ReadRow[],
  store: (tx: TeamTx, judgements: readonly Judgement[]) => Promise<void>,
): Promise<void> {
  const schema = schemaOfNew(columns);
  await call.write(async (tx) => {
    const items = rows.map(({ data }, index): BatchItem => ({ index, data: withoutFiles(data) }));
    readCellsOf(items, schema, tx.context.country);
    refuseTwice(items, schema);
    await store(tx, judgementsOf(items, rows, part));
    return { body: "" };
  });
}

/** Writes each row of a page that still fits, and runs `store` in the same transaction (imports.run). */
export async function writeRows(
  open: OpenPart,
  tableId: string,
  rows: readonly WaitingRow[],
  store: (tx: TeamTx, outcomes: readonly WriteOutcome[]) => Promise<void>,
): Promise<void> {
  const { call } = open;
  await withPresent(open, tableId, rows, (schema, outside) =>
    untilStored(async () => {
      await call
        .write(async (tx) => {
          const items = rows.map(itemOf);
          await judgeBatch(tx, schema, items, { key: undefined, isAtomic: false, ...outside });
          await storeEach(tx, schema, items, () => false);
          await publishLending(tx, schema);
          await store(
            tx,
            items.map((item, at) => outcomeOf(item, rows[at]?.row ?? 0)),
          );
          return { body: "" };
        })
        .catch((error: unknown) => {
          throw asUniqueViolation(error);
        });
    }),
  );
}

/** Runs work with the table as it is, and what was found out about the cells; 409 if its columns are others now. */
async function withPresent(
  { call, columns, stamp, plan }: OpenPart,
  tableId: string,
  rows: readonly { data: Record<string, unknown> }[],
  work: (schema: TableSchema, outside: Outside) => Promise<void>,
): Promise<void> {
  await withTable(call, tableId, async (schema) => {
    if (stampOf(schema, columns.names, plan.adds) !== stamp) throw columnsChanged();
    const tables = await targetTables(call, schema);
    const sent = rows.map(({ data }, index) => ({ cells: withoutFiles(data), at: placeOf({ index }) }));
    await work(schema, { tables, unknown: await unknownCells(call, schema, sent) });
  });
}

function itemOf(
  { verdict, record_id: id, base_version: version, data: sent }: WaitingRow,
  index: number,
): BatchItem {
  const data = withoutFiles(sent);
  if (verdict === "create" || id === null) return { index, data };
  return { index, id, version: version ?? undefined, data };
}

function outcomeOf({ error, storedId, current, isSame }: BatchItem, row: number): WriteOutcome {
  if (error === undefined) {
    const version = current === undefined ? 1 : isSame === true ? current : current + 1;
    return { row, state: "written", record_id: storedId ?? null, version, errors: [] };
  }
  const { existing_id: holder } = error.extension;
  return {
    ...{ row, state: "changed", record_id: null, version: null, errors: faultsOf(error) },
    ...(typeof holder === "string" && { existing_id: holder }),
  };
}

function judgementsOf(items: readonly BatchItem[], rows: readonly ReadRow[], part: ImportPart): Judgement[] {
  return items.map((item, at) => ({
    row: rows[at]?.row ?? 0,
    verdict: verdictOf(item, part),
    recordId: item.rowId ?? null,
    version: item.current ?? null,
    errors: item.error === undefined ? [] : faultsOf(item.error),
  }));
}

function verdictOf({ error, rowId, isSame, id }: BatchItem, { match }: ImportPart): Judgement["verdict"] {
  const isFound = rowId !== undefined;
  if (match !== null) {
    if (isFound && match.on_match === "skip") return "skip";
    const key = match.by === "id" ? "id" : `data.${match.by}`;
    const isKeyFaulty = error !== undefined && faultsOf(error).some(({ field }) => field === key);
    const isAbsent = match.by === "id" && id !== undefined && !isFound;
    if (!isFound && match.on_new === "skip" && (isAbsent || !isKeyFaulty)) return "skip";
  }
  if (error !== undefined) return "reject";
  if (!isFound) return "create";
  return isSame === true ? "unchanged" : "update";
}

/** Lists the faults of a row at their places in the row. */
function faultsOf({ code, message, errors = [] }: AppError): Judgement["errors"] {
  if (errors.length === 0) return [{ field: "", code, message }];
  return errors.map((fault) => ({
    field: fault.field.replace(/^rows\.\d+\./, ""),
    code: fault.code,
    message: fault.message,
  }));
}
