import { isDeepStrictEqual } from "node:util";
import type { TeamTx } from "@jst/db";
import { type FieldError, notFound, validationFailed } from "@jst/errors";
import type { ColumnPatch, Handler } from "../../gen/rpc.ts";
import { asUniqueViolation, versionConflict } from "../rows/row-refusals.ts";
import { checkDefaultBytes, type ColumnDraft } from "../tables/new-columns.ts";
import { withTable } from "../tables/with-table.ts";
import { requireKnownDefault } from "../references/references.ts";
import { placeRelations, targetsOf } from "../relations/stored-relations.ts";
import { changedColumn, requireOwn } from "./changed-column.ts";
import { requireWorkingFormulas, saveResultTypes } from "./dependent-formulas.ts";
import { withResultTypes } from "./formulas.ts";
import { holdsSameCells, requireRewritable, rewritten } from "./rewrite-limit.ts";
import { carryCells, type CellPlace, countEmpty, fillCells } from "./rewritten-cells.ts";
import {
  announceChange,
  announceTables,
  type ColumnAnswer,
  holdColumns,
  lockSchemas,
  readColumn,
  saveColumn,
  type StoredColumn,
} from "./stored-columns.ts";
import { columnTypes } from "./types.ts";
import { endUnique, startUnique } from "./unique-cells.ts";

/** Changes a column and every cell with it, or nothing; a change that changes nothing is no write. */
export const updateColumn: Handler<"UpdateColumn"> = async ({ path, query, body }, call) => {
  await call.deps.teams.ensure(call);
  const force = query.force === true || body.force === true;
  return withTable(call, path.table_id, async (schema) => {
    await requireKnownDefault(call, schema, path.column_id, body.default);
    return call
      .write(async (tx) => {
        await lockSchemas(tx, [schema.id, ...targetsOf(schema, path.column_id)]);
        const columns = await holdColumns(tx, schema.id);
        const column = columns.find((each) => each.id === path.column_id.toLowerCase());
        if (column === undefined) throw notFound();
        if (call.ifMatch !== undefined && call.ifMatch !== column.version)
          throw versionConflict(column.version, "column");
        const changed = withChanged(columns, column, body);
        const draft = changed.find(({ id }) => id === column.id) ?? column;
        if (isDeepStrictEqual(draft, column))
          return { ...reply(await readColumn(tx, column.id)), isUnchanged: true };
        requireOwn(schema, column, draft);
        requireDefaultFits(column, draft, columns);
        await placeRelations(tx, [{ draft, at: "" }]);
        if (!force) requireWorkingFormulas(schema.id, columns, changed);
        const place = { tableId: schema.id, name: column.name };
        // First, so that cells that become alike do not clash.
        if (!draft.is_unique && column.is_unique) await endUnique(tx, column.id);
        await changeCells(tx, place, column, draft, force);
        const saved = await saveColumn(tx, column.id, draft);
        await saveResultTypes(tx, changed);
        if (draft.is_unique && !column.is_unique) await startUnique(tx, place, column.id);
        announceChange(tx, schema);
        announceTables(tx, targetsOf(schema, column.id));
        return reply(saved);
      })
      .catch((error: unknown) => {
        throw asUniqueViolation(error);
      });
  });
};

function reply({ body, version }: ColumnAnswer) {
  return { body, headers: { etag: `"${version}"` } };
}

/** The columns with the changed one in its place; throws when a formula the patch writes cannot work among them. */
function withChanged(
  columns: readonly StoredColumn[],
  column: StoredColumn,
  patch: ColumnPatch,
): StoredColumn[] {
  const changed = { ...column, ...changedColumn(column, patch) };
  const isWritten = (name: string) => name === column.name && patch.formula !== undefined;
  const typed = withResultTypes(
    columns.map((each) => (each === column ? changed : each)),
    (name) => (isWritten(name) ? "formula" : undefined),
  );
  // The others keep what is stored of them: saveResultTypes finds those that move.
  return columns.map((each, i) => (each === column ? (typed[i] ?? changed) : each));
}

/** Refuses a new default that does not fit into a row together with those of the other columns. */
function requireDefaultFits(
  column: StoredColumn,
  draft: StoredColumn,
  columns: readonly StoredColumn[],
): void {
  if (isDeepStrictEqual(draft.default_value, column.default_value)) return;
  const errors: FieldError[] = [];
  checkDefaultBytes([...columns.filter((each) => each !== column), draft], () => "", errors);
  if (errors.length > 0) throw validationFailed(errors);
}

async function changeCells(
  tx: TeamTx,
  place: CellPlace,
  column: StoredColumn,
  draft: ColumnDraft,
  force: boolean,
): Promise<void> {
  if (columnTypes[draft.type].filledBy !== undefined) return;
  const isOther = draft.type !== column.type || !isDeepStrictEqual(draft.options, column.options);
  if (isOther && !holdsSameCells(column, draft)) {
    if (columnTypes[draft.type] !== columnTypes[column.type])
      await requireRewritable(tx, place, rewritten.withCell);
    await carryCells(tx, place, draft, force);
  }
  if (!draft.is_required || (column.is_required && !isOther)) return;
  const empty = await countEmpty(tx, place, draft);
  if (empty === 0) return;
  if (draft.default_value !== null) {
    await requireRewritable(tx, place, rewritten.emptyCell(draft));
    return fillCells(tx, place, draft);
  }
  const message = `${empty} rows have no value: a required column needs a default for them.`;
  throw validationFailed([{ field: "default", code: "required", message }]);
}
