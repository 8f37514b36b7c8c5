/** Thing with a place in an order. */
export interface Placed {
  id: string;
  position: number;
}

/** A thing that is to stand elsewhere. */
export interface Placing<T extends Placed> {
  thing: T;
  position: number;
}

/** Lowest and highest position that the API takes. */
export interface Positions {
  least: number;
  most: number;
}

/** The things in the order of these ids; those without a place there follow. */
export function inOrder<T extends { id: string }>(things: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: T) => places.get(id) ?? ids.length;
  return things.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The things that another position brings into this order: they share the positions that are there. Stored one after
 * the other, they move one thing past the others step by step, and those others never past each other.
 */
export function placings<T extends Placed>(ordered: readonly T[], of: Positions): Placing<T>[] {
  const positions = distinct(
    ordered.map(({ position }) => position).toSorted((a, b) => a - b),
    of,
  );
  const all = ordered.flatMap((thing, index) => {
    const position = positions[index] ?? of.least + index;
    return position === thing.position ? [] : [{ thing, position }];
  });
  const rising = all.filter(({ thing, position }) => position > thing.position);
  const falling = all.filter(({ thing, position }) => position < thing.position);
  return [...rising.toReversed(), ...falling];
}

/** Things of the same position have no order of their own; each gets a position that no other has. */
function distinct(positions: readonly number[], { least, most }: Positions): readonly number[] {
  let next = least;
  const spread = positions.map((position) => {
    const own = Math.max(position, next);
    next = own + 1;
    return own;
  });
  return next > most + 1 ? positions.map((_, index) => least + index) : spread;
}
