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
  /** Publishes what an undo took back by the hook of the service; undefined without one. */
  settle: UndoPolicy["settle"];
  /** Publishes the events of what an undo did. */
  publish: NonNullable<UndoPolicy["settle"]>;
}

/** Describes a resource to libs/changes; `more` comes from the service. */
export function recordedOf(
  { table, noun, scope, isArchived, isDeleted, finalStatus }: DeclaredFacts,
  { hidden, slugs, refusals, settle, publish }: Parts,
  more: Partial<Recorded>,
): Recorded {
  const undo = {
    ...(slugs === undefined ? {} : { hold: (tx: TeamTx) => slugs.hold(tx) }),
    ...(refusals.isEmpty ? {} : { findRefused: refusals.findRefused }),
    ...more.undo,
    settle: inTurn(more.undo?.settle ?? settle, publish),
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
    undo,
  };
}

/** Settles an undo by the steps of the service, and then publishes it as it is. */
function inTurn(
  settle: UndoPolicy["settle"],
  publish: NonNullable<UndoPolicy["settle"]>,
): NonNullable<UndoPolicy["settle"]> {
  return async (tx, changes, options) => {
    const misfits = (await settle?.(tx, changes, options)) ?? [];
    return [...misfits, ...(await publish(tx, changes, options))];
  };
}
