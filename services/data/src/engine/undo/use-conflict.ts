import { AppError } from "@jst/errors";
import { changesetConflict, type Conflict } from "@jst/changes";
import type { ColumnUse } from "../../../gen/rpc.ts";

/** Builds the conflict for a new use, such as "The view Open uses the column size." */
export function useConflict(
  { kind, id, name }: Pick<ColumnUse, "kind" | "id" | "name">,
  does: string,
): Conflict {
  const resource = kind === "view" ? "views" : "columns";
  return { resource, id, fields: [], reason: `The ${kind} ${name} ${does}.` };
}

/**
 * Throws the refusal of relations that cannot become text, with which a row would be too large, as a conflict; others
 * as they are.
 */
export function asUseConflict(error: unknown): never {
  const faults = error instanceof AppError ? (error.errors ?? []) : [];
  if (!faults.some(({ code }) => code === "too_large")) throw error;
  const reason = faults.map(({ message }) => message).join(" ");
  const detail =
    "The undo is not possible, not even with force: a relation cannot become text, because a row would be too large. Change that row first.";
  throw changesetConflict(detail, [{ resource: "rows", fields: [], reason }], error);
}
