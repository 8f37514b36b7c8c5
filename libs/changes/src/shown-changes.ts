import type { Call } from "@jst/rpc";
import type { Change } from "./changes.ts";
import type { Deps } from "./deps.ts";
import { mentionedIn } from "./names.ts";
import { findProposed, type FoundProposed } from "./proposed.ts";
import { countChanges, findChanges, type FoundChange, type StoredChangeset } from "./queries.ts";

/** Changes of a changeset that one answer shows: those it recorded, or those it proposes. */
export interface ShownChanges {
  changes: Change[];
  /** How many of them have their images. */
  shown: number;
  /** How many the changeset has. */
  count: number;
  /** Ids of what it proposes to make, which nothing has yet. */
  made?: ReadonlySet<string>;
  /** All that it proposes for what images mention, whose names those shown have. */
  mentioned?: readonly Change[];
  /** True for a former version, which shows what was proposed in any state. */
  isFormer?: boolean;
}

/**
 * Finds what is shown of a changeset: `limit` of its changes behind the first `after`; of a former version of a
 * proposal where one is named.
 */
export async function shownChanges(
  call: Pick<Call<Deps>, "read" | "caller" | "deps">,
  stored: StoredChangeset,
  part: { after: number; limit: number; version?: number | undefined },
): Promise<ShownChanges> {
  const teamId = call.caller.team_id;
  const { after, limit, version } = part;
  if (version !== undefined || (stored.status !== "executed" && stored.status !== "undone")) {
    const kinds = [...mentionedIn(call.deps.resources).keys()];
    const [proposed] = await call.read<FoundProposed>(findProposed(teamId, stored.id, part, kinds));
    if (proposed !== undefined && proposed.changes !== null) {
      const { changes, made, mentioned } = proposed;
      const count = stored.operation_count ?? proposed.count;
      const isFormer = version !== undefined;
      return { changes, shown: changes.length, count, made: new Set(made), mentioned, isFormer };
    }
  }
  const changes = await call.read<FoundChange>(findChanges(teamId, stored, after, limit));
  const shown = changes.filter((change) => change.is_shown).length;
  if (stored.kind === "set") return { changes, shown, count: stored.operation_count ?? 0 };
  if (after === 0 && changes.length < limit) return { changes, shown, count: changes.length };
  const [row] = await call.read<{ count: number }>(countChanges(teamId, stored.id));
  return { changes, shown, count: row?.count ?? changes.length };
}
