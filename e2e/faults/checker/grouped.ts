/** The items by a key of theirs, in their order. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Lists the items that occur more than once. */
export function repeated(items: readonly string[]): string[] {
  return [...grouped(items, (item) => item)].filter(([, group]) => group.length > 1).map(([key]) => key);
}
