import { moved } from "../../parts/drafts.ts";

/** Side of a column on which another one is inserted. */
export type Side = "left" | "right";

/** Returns the order of all columns, hidden ones too, with a shown one moved to the place of another shown one. */
export function movedAmong(
  order: readonly string[],
  shown: readonly string[],
  from: number,
  to: number,
): readonly string[] {
  const [name, target] = [shown[from], shown[to]];
  if (name === undefined || target === undefined) return order;
  return moved(order, order.indexOf(name), order.indexOf(target));
}

/** Returns the order with a column beside another one, wherever it stood before. */
export function besideIn(
  order: readonly string[],
  name: string,
  { anchor, side }: { anchor: string; side: Side },
): readonly string[] {
  const others = order.filter((one) => one !== name);
  const at = others.indexOf(anchor);
  return others.toSpliced(at === -1 ? others.length : side === "left" ? at : at + 1, 0, name);
}
