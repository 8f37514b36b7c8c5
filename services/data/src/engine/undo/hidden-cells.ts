import type { Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { columnsOf } from "./undo-context.ts";
import { cellsOf, tableOf } from "./undo-revived.ts";
import { setAsideOf } from "./undo-set-aside.ts";

/**
 * Returns deleted rows without cells that were set aside (ADR 0045) of another column than the one that has the name
 * now, or gets it by this undo. A row that takes back a cell of that column has none there.
 */
export async function withoutHidden(
  tx: TeamTx,
  rows: readonly Image[],
  undone: readonly NetChange[],
): Promise<readonly Image[]> {
  const passages = rows.map((row) => ({ id: String(row["id"]), before: null, after: row }));
  const left = await setAsideOf(tx, passages);
  if (left.size === 0) return rows;
  const columns = await columnsOf(tx, passages);
  const returning = undone.flatMap(({ resource, before, after }): Image[] =>
    resource === "columns" && before !== null && after === null ? [before] : [],
  );
  const columnId = (tableId: string, name: string): unknown =>
    returning.find((column) => column["table_id"] === tableId && column["name"] === name)?.["id"] ??
    columns.get(tableId)?.get(name)?.id;
  return passages.map(({ id, after: row }) => {
    const first = new Map(
      left
        .get(id)
        ?.toReversed()
        .map((note) => [note.name, note.of_column?.id]),
    );
    const data = Object.entries(cellsOf(row)).filter(([name]) => {
      const own = columnId(tableOf(row), name);
      return own === undefined || !first.has(name) || first.get(name) === own;
    });
    return { ...row, data: Object.fromEntries(data) };
  });
}
