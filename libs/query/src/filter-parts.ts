/** The conditions all of which hold for a filter to hold: the members of its `and`, opened, or itself. */
export function conjuncts(filter: unknown): unknown[] {
  const all = memberOf(filter, "and");
  return Array.isArray(all) ? all.flatMap(conjuncts) : [filter];
}

/** Names of the fields a filter that compiles asks for. */
export function fieldsIn(filter: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    const name = memberOf(node, "field");
    if (typeof name === "string") names.add(name);
    for (const group of ["and", "or"]) {
      const nodes = memberOf(node, group);
      if (Array.isArray(nodes)) nodes.forEach(visit);
    }
    const inner = memberOf(node, "not");
    if (inner !== undefined) visit(inner);
  };
  visit(filter);
  return names;
}

function memberOf(node: unknown, member: string): unknown {
  if (typeof node !== "object" || node === null || !Object.hasOwn(node, member)) return undefined;
  return (node as Record<string, unknown>)[member];
}
