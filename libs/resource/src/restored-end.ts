import { AppError, notFound } from "@jst/errors";
import { requireVersion } from "./conditions.ts";
import type { CommonMembers, DeclaredFacts } from "./declaration.ts";
import { endOf } from "./sql.ts";
import type { Locked } from "./store.ts";

/**
 * Returns the column that a patch clears to restore one; none if the patch restores nothing. Throws not_found for
 * another patch of a deleted one, version_conflict, and restore_window_passed if it was deleted too long ago.
 */
export function restoredEnd(
  facts: DeclaredFacts,
  { item, isRestorable }: Locked<CommonMembers>,
  { isRestore }: { isRestore?: boolean },
  ifMatch: number | undefined,
): ("archived_at" | "deleted_at")[] {
  const end = endOf(facts);
  const isDeleted = end === "deleted_at" && typeof item.deleted_at === "string";
  if (isDeleted && isRestore !== true) throw notFound();
  requireVersion(facts.noun, item.version, ifMatch);
  if (end === undefined || isRestore !== true || typeof item[end] !== "string") return [];
  if (isDeleted && !isRestorable)
    throw new AppError(
      "restore_window_passed",
      `The ${facts.noun} was deleted more than 30 days ago, so it cannot be restored. Create a new one if you need it.`,
    );
  return [end];
}

/** Refuses a patch that has an action and other members besides. */
export function requireAlone(patch: object): void {
  if (Object.keys(patch).length === 1) return;
  const detail =
    "An action cannot be combined with other fields. Send the action alone, and the other fields in another PATCH.";
  throw new AppError("invalid_parameter", detail);
}
