import type { DeclaredFacts } from "./declaration.ts";
import { isSameJson } from "./same-json.ts";
import type { StoredRow } from "./store.ts";

/** Names of the members that read otherwise after a write. */
export function changedMembers({ members }: DeclaredFacts, before: object, next: object): string[] {
  const shown = before as Readonly<Record<string, unknown>>;
  const after = next as Readonly<Record<string, unknown>>;
  return members
    .filter(({ name, isWritable }) => isWritable === true && !isSameJson(shown[name], after[name]))
    .map(({ name }) => name);
}

/** Former values of what changed, of members that the database alone decides too. */
export function formerValues<Item extends object>(
  { members }: DeclaredFacts,
  item: Item,
  changed: readonly (keyof Item)[],
  { body }: StoredRow,
): Partial<Item> {
  const own = members.filter(({ isWritable }) => isWritable !== true).map(({ name }) => name as keyof Item);
  const now = own.length === 0 ? item : (JSON.parse(body) as Item);
  const followed = own.filter((name) => !isSameJson(item[name], now[name]));
  return Object.fromEntries([...changed, ...followed].map((name) => [name, item[name]])) as Partial<Item>;
}
