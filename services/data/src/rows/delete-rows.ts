import type { TeamTx } from "@jst/db";
import { type FieldError, validationFailed } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { clearReferrers, lockReferrers } from "../engine/links/clear-links.ts";
import { requireCurrent } from "../engine/rows/batch-overtaken.ts";
import { findDeletions, lockLeaving, softDeleteRows } from "../engine/rows/deleted-sets.ts";
import type { TableSchema } from "../engine/schema/schema.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { rowNotFound } from "../engine/types/relation-type.ts";

/**
 * Deletes rows softly, all or none, and takes their ids out of relations that are to be cleared. A row that is deleted
 * already stays as it is. Answers in the order of the request, each row as DELETE does.
 */
export const deleteRows: Handler<"DeleteRows"> = async ({ path, body }, call) => {
  const ids = body.ids.map((id) => id.toLowerCase());
  requireDistinct(ids);
  await call.deps.teams.ensure(call);
  return withTable(call, path.table_id, (schema) =>
    call.write(async (tx) => {
      const referrers = schema.clearedBy.length === 0 ? undefined : await lockReferrers(tx, schema, ids);
      const leaving = await lockActive(tx, schema, ids);
      await softDeleteRows(tx, schema, leaving);
      if (referrers !== undefined) await clearReferrers(tx, { ...referrers, rowIds: leaving });
      const deletions = await findDeletions(tx, schema, ids);
      const rows = ids.map((id) => deletions.get(id));
      return { body: `{"rows":[${rows.join(",")}]}`, isUnchanged: leaving.length === 0 };
    }),
  );
};

function requireDistinct(ids: readonly string[]): void {
  const message = "The request has this id twice. Send each id once.";
  refuse(ids, (id, place) => (ids.indexOf(id) < place ? { code: "duplicate", message } : undefined));
}

/** Locks the rows and returns the ids of those that are active; refuses ids that the table does not have. */
async function lockActive(tx: TeamTx, schema: TableSchema, ids: readonly string[]): Promise<string[]> {
  const states = await lockLeaving(tx, schema, ids);
  if (states.size < ids.length) await requireCurrent(tx, schema);
  refuse(ids, (id) => (states.has(id) ? undefined : rowNotFound));
  return ids.filter((id) => states.get(id) === true);
}

function refuse(
  ids: readonly string[],
  faultOf: (id: string, place: number) => Omit<FieldError, "field"> | undefined,
): void {
  const faults = ids.flatMap((id, place) => {
    const fault = faultOf(id, place);
    return fault === undefined ? [] : [{ field: `ids.${place}`, ...fault }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}
