import { isUuid } from "@jst/rpc";
import { isBlank } from "../types/definition.ts";
import { carried } from "../cells/rewritten-cells.ts";
import type { SetAside } from "../cells/set-aside.ts";
import type { RelationOptions } from "../types/relation.ts";
import type { StoredColumn, TableColumn } from "../schema/stored-columns.ts";
import { columnTypes } from "../types/types.ts";

/** A table's columns by their name. */
export type Columns = ReadonlyMap<string, TableColumn>;

/** Cells of one row by their column. */
export type Cells = Readonly<Record<string, unknown>>;

/** Facts that judge the cells of a row. */
export interface UndoContext {
  columns: Columns;
  /** Columns that exist now, which judge any other row. */
  today: Columns;
  /** Notes of the row's cells from changes of columns while it was deleted, oldest first. */
  setAside: readonly SetAside[];
  /** Columns that the undo has changed or brought back, which are not settled yet. */
  returning: Columns;
  /** Ids of columns that only have the name of the one that was written: the cell was another's. */
  absent: ReadonlySet<string>;
  /** Zone in which days begin. */
  zone: string;
  /** Whether a cell of the relation may name the row that it did not name before. */
  mayName: (relation: RelationOptions, rowId: string) => boolean;
  /** Names of the columns whose cell names somebody that nobody has looked for. */
  unchecked: ReadonlySet<string>;
}

/** The cells an undo changed that cannot stay as they came back: what to store instead, null for nothing. */
export function refitted(
  context: UndoContext,
  before: Cells,
  after: Cells,
): { cells: Record<string, unknown>; misfits: string[] } {
  const cells: Record<string, unknown> = {};
  const misfits: string[] = [];
  for (const name of changedNames(before, after)) {
    const [was, cell] = [before[name] ?? null, after[name] ?? null];
    const column = context.columns.get(name);
    if (column === undefined || context.absent.has(column.id)) {
      cells[name] = formerCell(column, was, context.zone);
      continue;
    }
    const kept = context.unchecked.has(name) ? undefined : fitting(column, was, cell, context);
    if (kept === undefined) {
      misfits.push(name);
      cells[name] = formerCell(column, was, context.zone);
    } else if (JSON.stringify(kept) !== JSON.stringify(cell)) cells[name] = kept;
  }
  return { cells, misfits };
}

/** Columns whose cells differ. */
export function changedNames(before: Cells, after: Cells): string[] {
  return Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
}

/** Returns the cell before the undo, as the column stores it today; null for an empty one, or if the column is gone. */
export function formerCell(column: StoredColumn | undefined, was: unknown, zone: string): unknown {
  if (column === undefined || (was ?? null) === null) return null;
  return columnTypes[column.type].filledBy === undefined ? (carried(column, was, zone) ?? null) : was;
}

/** The cell as the column stores it today; undefined when it does not fit. */
export function fitting(
  column: StoredColumn,
  was: unknown,
  cell: unknown,
  { mayName, zone }: Pick<UndoContext, "mayName" | "zone">,
): unknown {
  const definition = columnTypes[column.type];
  const { filledBy } = definition;
  if (column.is_required && filledBy === undefined && isBlank(definition, cell)) return undefined;
  if (cell === null) return null;
  if (filledBy !== undefined) return cell;
  const value = carried(column, cell, zone);
  const { relation } = column.options;
  if (relation === undefined || value === undefined) return value;
  return added(was, value).every((id) => mayName(relation, id)) ? value : undefined;
}

/** Rows that a cell names and the earlier one does not. */
function added(was: unknown, cell: unknown): string[] {
  const earlier = idsOf(was);
  return idsOf(cell).filter((id) => !earlier.includes(id));
}

/** The ids of a relation's cell; a cell may be older than the relation and hold anything. */
export function idsOf(cell: unknown): string[] {
  return [cell].flat().filter((id): id is string => typeof id === "string" && isUuid(id));
}

/**
 * Rows that relations of a row name after an undo and not before it; of one that the undo revives all, where their
 * deletion clears links: a deleted row names nobody there.
 */
export function newLinks(
  columns: Columns,
  was: Cells,
  cells: Cells,
  isRevived: boolean,
): { tableId: string; id: string }[] {
  return [...columns.values()].flatMap(({ name, options }) => {
    const { relation } = options;
    if (relation === undefined) return [];
    const isNew = isRevived && relation.on_target_delete === "clear";
    return added(isNew ? null : was[name], cells[name]).map((id) => ({ tableId: relation.table_id, id }));
  });
}
