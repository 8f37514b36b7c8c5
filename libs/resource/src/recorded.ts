import type { Resource as Recorded, UndoPolicy } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import type { DeclaredFacts } from "./declaration.ts";
import type { Refusals } from "./refusals.ts";
import type { Slugs } from "./slugs.ts";

/** Parts of a resource besides its declaration that an undo needs. */
interface Parts {
  hidden: readonly string[];
  slugs: Slugs | undefined;
  refusals: Refusals;
  /** Publishes what an undo took back; undefined where nothing is published. */
  settle: UndoPolicy["settle"];
}

/** Describes a resource to libs/changes; `more` comes from the service. */
export function recordedOf(
  { table, noun, scope, isArchived, isDeleted, finalStatus }: DeclaredFacts,
  { hidden, slugs, refusals, settle }: Parts,
  more: Partial<Recorded>,
): Recorded {
  const undo = {
    ...(slugs === undefined ? {} : { hold: (tx: TeamTx) => slugs.hold(tx) }),
    ...(refusals.isEmpty ? {} : { findRefused: refusals.findRefused }),
    ...(settle === undefined ? {} : { settle }),
    ...more.undo,
  };
  return {
    table,
    noun,
    scope,
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(isArchived ? { deletedAt: "archived_at" as const } : {}),
    ...(isDeleted ? { deletedAt: "deleted_at" as const } : {}),
    ...(finalStatus === undefined ? {} : { ended: { column: "status", value: finalStatus } }),
    ...more,
    ...(Object.keys(undo).length === 0 ? {} : { undo }),
  };
}
