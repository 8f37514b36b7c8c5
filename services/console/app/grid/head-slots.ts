/** The visible part of a head, in CSS pixels of the window. */
export interface HeadEdges {
  index: number;
  left: number;
  right: number;
  /** Whether it stays in view, over the heads that scroll. */
  isFrozen: boolean;
}

/** Returns the index before which a column lands that is dropped at a place; undefined without heads. */
export function slotAt(heads: readonly HeadEdges[], x: number): number | undefined {
  const [first, last] = [heads.at(0), heads.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const under = heads.filter(({ left, right }) => x >= left && x < right);
  const head = under.find(({ isFrozen }) => isFrozen) ?? under[0];
  if (head === undefined) return x < first.left ? first.index : last.index + 1;
  return x > (head.left + head.right) / 2 ? head.index + 1 : head.index;
}

/** Returns the index that a column has once it has landed before another one. */
export const landed = (from: number, slot: number): number => (slot > from ? slot - 1 : slot);
