import { FILTER_DEPTH_MAX } from "./filter-tree.ts";

/**
 * The conditions all of which hold for a filter to hold: the members of its `and`, opened, or itself. Nothing is opened
 * that is nested deeper than in a filter that compiles.
 */
export function conjuncts(filter: unknown): unknown[] {
  const open = (node: unknown, depth: number): unknown[] => {
    const all = depth < FILTER_DEPTH_MAX ? memberOf(node, "and") : undefined;
    return Array.isArray(all) ? all.flatMap((inner) => open(inner, depth + 1)) : [node];
  };
  return open(filter, 0);
}

/** Names of the fields a filter that compiles asks for; of another, some of those it names. */
export function fieldsIn(filter: unknown): Set<string> {
  return new Set(conditionsIn(filter).map(({ field }) => field));
}

/** A condition of a filter, as it is written. */
export interface WrittenCondition {
  field: string;
  op: unknown;
  value: unknown;
}

/** The conditions of a filter that compiles; of another, some of those it has. */
export function conditionsIn(filter: unknown): WrittenCondition[] {
  const found: WrittenCondition[] = [];
  const visit = (node: unknown, depth: number): void => {
    const field = memberOf(node, "field");
    if (typeof field === "string")
      found.push({ field, op: memberOf(node, "op"), value: memberOf(node, "value") });
    if (depth >= FILTER_DEPTH_MAX) return;
    for (const group of ["and", "or"]) {
      const nodes = memberOf(node, group);
      if (Array.isArray(nodes)) nodes.forEach((inner) => visit(inner, depth + 1));
    }
    const inner = memberOf(node, "not");
    if (inner !== undefined) visit(inner, depth + 1);
  };
  visit(filter, 0);
  return found;
}

function memberOf(node: unknown, member: string): unknown {
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, member)) return undefined;
  return (node as Record<string, unknown>)[member];
}
