import type { Change } from "./changes.ts";
import type { StoredChangeset } from "./queries.ts";
import { resourceOf, type Resources } from "./resource.ts";

/** Why an executed changeset can never be taken back; undefined when it can. */
export function finalBecause(
  resources: Resources,
  { token_type: madeBy }: StoredChangeset,
  changes: readonly Change[],
): string | undefined {
  // Every release relies on what it made, such as a team's table assets.
  if (madeBy === "system") return "The platform made this change and depends on it, so it cannot be undone.";
  for (const change of changes) {
    const reason = resourceOf(resources, change.resource).finalBecause?.(change);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
