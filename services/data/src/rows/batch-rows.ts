import { AppError, type Problem, problemOf } from "@jst/errors";
import type { Call } from "@jst/rpc";
import type { Handler, RowWrite } from "../../gen/rpc.ts";
import { publishLending } from "../engine/rows/lending.ts";
import type { Deps } from "../deps.ts";
import { unknownCells } from "../engine/links/references.ts";
import { targetTables } from "../engine/links/links.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { type BatchItem, placeOf } from "../engine/rows/batch-item.ts";
import { isRace, judgeBatch } from "../engine/rows/batch-judge.ts";
import { lockUpserts, Overtaken, untilStored } from "../engine/rows/batch-overtaken.ts";
import { upsertColumn } from "../engine/rows/batch-plan.ts";
import { storeAll, storeEach } from "../engine/rows/batch-store.ts";
import { asUniqueViolation } from "../engine/rows/row-refusals.ts";

/** Bytes of the rows that a batch answers: with the operations of its approval less than the gateway lets through. */
const ANSWERED_BYTES_MAX = 11 * 1024 * 1024;

/**
 * Stores rows: new ones, those with an id over the row that has it, or with upsert_on over those that have the value.
 * All of them are stored or none, or with atomic=false each that fits. The answer has a row, or its error, for each row
 * of the request in its order.
 */
export const batchRows: Handler<"BatchRows"> = async ({ path, body }, call) => {
  await call.deps.teams.ensure(call);
  const isAtomic = body.atomic ?? true;
  return withTable(call, path.table_id, async (schema) => {
    const key = upsertColumn(schema, body.upsert_on);
    const tables = await targetTables(call, schema);
    const unknown = await unknownCells(call, schema, body.rows.map(sentCells));
    return untilStored((isAlone) =>
      call
        .write(async (tx) => {
          const items = body.rows.map(itemOf);
          if (key !== undefined) await lockUpserts(tx, schema, isAlone);
          await judgeBatch(tx, schema, items, { key, isAtomic, tables, unknown });
          if (isAtomic) await storeAll(tx, schema, items);
          else await storeEach(tx, schema, items, (refusal) => isRace(refusal, key));
          requireAnswerable(items);
          await publishLending(tx, schema);
          const isUnchanged = items.every(({ error, isSame }) => error !== undefined || isSame === true);
          const problems = problemsOf(items, call);
          const leftOut = problems.flatMap((problem) => problem?.errors ?? []);
          return { body: replyText(items, problems), isUnchanged, leftOut };
        })
        .catch((error: unknown) => {
          const refusal = asUniqueViolation(error);
          throw isRace(refusal, key) ? new Overtaken() : refusal;
        }),
    );
  });
};

function itemOf({ id, version, data }: RowWrite, index: number): BatchItem {
  return { index, data, id: id?.toLowerCase(), version };
}

function sentCells({ data }: RowWrite, index: number) {
  return { cells: data, at: placeOf({ index }) };
}

/** Refuses, before anything is committed, what could not be answered: small changes of many large rows. */
function requireAnswerable(items: readonly BatchItem[]): void {
  const bytes = items.reduce((sum, { body = "" }) => sum + Buffer.byteLength(body), 0);
  if (bytes <= ANSWERED_BYTES_MAX) return;
  const detail = `The rows of this batch are larger than ${ANSWERED_BYTES_MAX / 1024 / 1024} MiB together, so the reply is too large. Send fewer rows at once.`;
  throw new AppError("limit_reached", detail);
}

/** Faults that an answer lists; once they are used up, each refused row lists its first one. */
const FAULTS_MAX = 1_000;

function problemsOf(
  items: readonly BatchItem[],
  { baseUrl, requestId, traceId }: Call<Deps>,
): (Problem | undefined)[] {
  let left = FAULTS_MAX;
  return items.map(({ error }) => {
    if (error === undefined) return undefined;
    const problem = problemOf(error, { baseUrl, requestId, traceId });
    const errors = problem.errors?.slice(0, Math.max(left, 1));
    left -= errors?.length ?? 0;
    return errors === undefined ? problem : { ...problem, errors };
  });
}

function replyText(items: readonly BatchItem[], problems: readonly (Problem | undefined)[]): string {
  const texts = items.map(({ body = "null" }, place) => {
    const error = problems[place];
    return error === undefined ? body : JSON.stringify({ error });
  });
  return `{"rows":[${texts.join(",")}]}`;
}
