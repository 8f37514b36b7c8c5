import type { Change, Image } from "@jst/changes";
import { isBlank } from "../types/definition.ts";
import { columnTypes } from "../types/types.ts";
import { type Cells, type UndoContext, idsOf } from "./undo-cells.ts";

/** A row's images, in the order of time. */
export type Passage = Pick<Change, "id" | "before" | "after">;

/** The table of a row in an image. */
export function tableOf(image: Image | null): string {
  return String(image?.["table_id"]);
}

/** The cells of a row in an image. */
export function cellsOf(image: Image | null): Cells {
  return (image?.["data"] ?? {}) as Cells;
}

/** True for the image of a deleted row. */
export function isDeleted(image: NonNullable<Change["before"]>): boolean {
  return (image["deleted_at"] ?? null) !== null;
}

/** True when a deleted row is an active one again. */
export function isRevived({ before, after }: Pick<Change, "before" | "after">): boolean {
  return before !== null && after !== null && isDeleted(before) && !isDeleted(after);
}

/**
 * Completes a row that becomes active besides the cells that came back with it, as a restore does. It drops links to
 * deleted rows if deletions clear them, and adds defaults of required columns. Columns without a default are misfits.
 */
export function revivedCells(
  { columns, mayName }: UndoContext,
  cells: Cells,
): { cells: Record<string, unknown>; misfits: string[] } {
  const changed: Record<string, unknown> = {};
  const misfits: string[] = [];
  for (const { name, type, options, is_required: isRequired, default_value: byDefault } of columns.values()) {
    const cell = cells[name] ?? null;
    const definition = columnTypes[type];
    const { relation } = options;
    if (relation?.on_target_delete === "clear") {
      const rest = withoutAbsent(cell, (id) => mayName(relation, id));
      if (JSON.stringify(rest) !== JSON.stringify(cell)) changed[name] = rest;
    } else if (isRequired && definition.filledBy === undefined && isBlank(definition, cell)) {
      if (byDefault === null) misfits.push(name);
      else changed[name] = byDefault;
    }
  }
  return { cells: changed, misfits };
}

/** The cell with the rows alone that are there; null for none. */
function withoutAbsent(cell: unknown, isPresent: (id: string) => boolean): unknown {
  const rest = idsOf(cell).filter(isPresent);
  if (rest.length === 0) return null;
  return Array.isArray(cell) ? rest : cell;
}
