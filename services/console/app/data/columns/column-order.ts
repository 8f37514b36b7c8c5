import type { Column } from "../tables.ts";

type ColumnPlace = Pick<Column, "id" | "position">;

/** A column that is to stand elsewhere. */
export interface Placing<C extends ColumnPlace> {
  column: C;
  position: number;
}

/** Positions of the API. */
const POSITION_MAX = 100_000;

/** The columns in the order of these ids; those without a place there follow. */
export function inOrder<C extends ColumnPlace>(columns: readonly C[], ids: readonly string[]): C[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: C) => places.get(id) ?? ids.length;
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The columns that another position brings into this order: they share the positions that are there. */
export function placings<C extends ColumnPlace>(ordered: readonly C[]): Placing<C>[] {
  const positions = distinct(ordered.map(({ position }) => position).toSorted((a, b) => a - b));
  return ordered.flatMap((column, index) => {
    const position = positions[index] ?? index;
    return position === column.position ? [] : [{ column, position }];
  });
}

/** Columns of the same position have no order of their own; each gets a position that no other has. */
function distinct(positions: readonly number[]): readonly number[] {
  let next = 0;
  const spread = positions.map((position) => {
    const own = Math.max(position, next);
    next = own + 1;
    return own;
  });
  return next > POSITION_MAX + 1 ? positions.map((_, index) => index) : spread;
}
