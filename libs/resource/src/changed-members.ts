import type { DeclaredFacts } from "./declaration.ts";
import { isSameJson } from "./same-json.ts";

/** Names of the members that read otherwise after a write. */
export function changedMembers({ members }: DeclaredFacts, before: object, next: object): string[] {
  const shown = before as Readonly<Record<string, unknown>>;
  const after = next as Readonly<Record<string, unknown>>;
  return members
    .filter(({ name, isWritable }) => isWritable === true && !isSameJson(shown[name], after[name]))
    .map(({ name }) => name);
}
