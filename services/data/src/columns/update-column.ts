import { isDeepStrictEqual } from "node:util";
import { zoneOf } from "../engine/cells/rewritten-cells.ts";
import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireUses } from "../engine/impact/changed-uses.ts";
import { asUniqueViolation, versionConflict } from "../engine/rows/row-refusals.ts";
import { withTable } from "../engine/schema/with-table.ts";
import { requireKnownDefault } from "../engine/links/references.ts";
import { placeRelations, targetsOf } from "../engine/links/stored-relations.ts";
import { changeCells } from "../engine/cells/changed-cells.ts";
import { requireDefaultFits, requireOwn, withChanged } from "../engine/cells/changed-column.ts";
import { saveResultTypes } from "../engine/schema/dependent-formulas.ts";
import { cellPlace } from "../engine/cells/cell-place.ts";
import {
  announceChange,
  announceTables,
  type ColumnAnswer,
  lockColumns,
  lockSchemas,
  readColumn,
  saveColumn,
} from "../engine/schema/stored-columns.ts";
import { requireTableFits } from "../engine/schema/table-bytes.ts";
import { endClaims, isClaimedAnew, startUnique } from "../engine/cells/unique-cells.ts";

/** Changes a column and every cell with it, or nothing; a change without an effect writes nothing. */
export const updateColumn: Handler<"UpdateColumn"> = async ({ path, query, body }, call) => {
  await call.deps.teams.ensure(call);
  const force = query.force === true || body.force === true;
  return withTable(call, path.table_id, async (schema) => {
    await requireKnownDefault(call, schema, path.column_id, body.default);
    return call
      .write(async (tx) => {
        await lockSchemas(tx, [schema.id, ...targetsOf(schema, path.column_id)]);
        const columns = await lockColumns(tx, schema.id);
        const column = columns.find((each) => each.id === path.column_id.toLowerCase());
        if (column === undefined) throw notFound();
        if (call.ifMatch !== undefined && call.ifMatch !== column.version)
          throw versionConflict(column.version, "column");
        const changed = withChanged(columns, column, body, zoneOf(tx));
        const draft = changed.find(({ id }) => id === column.id) ?? column;
        if (isDeepStrictEqual(draft, column))
          return { ...reply(await readColumn(tx, schema.id, column.id)), isUnchanged: true };
        requireOwn(schema, column, draft);
        requireDefaultFits(column, draft, columns);
        requireTableFits(changed, columns);
        await placeRelations(tx, [{ draft, at: "" }]);
        if (!force) await requireUses(tx, schema.id, columns, changed);
        const place = await cellPlace(tx, schema.id, column.name);
        // First, so that cells that become alike do not clash.
        await endClaims(tx, column, draft);
        await changeCells(tx, place, column, draft, force);
        const saved = await saveColumn(tx, column.id, draft);
        await saveResultTypes(tx, changed);
        if (isClaimedAnew(draft, column)) await startUnique(tx, place, column.id);
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
