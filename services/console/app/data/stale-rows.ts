import { ProblemError } from "@jst/client";
import type { SeenRow } from "./refused.ts";

type Cells = Pick<SeenRow, "data" | "listed">;

/** Lists the rows that a refusal says somebody else has changed: of a batch those with a fault, else the only one. */
export function changedRows<R>(rows: readonly R[], error: unknown): R[] {
  if (!(error instanceof ProblemError) || error.problem?.code !== "version_conflict") return [];
  const { errors = [] } = error.problem;
  const places = errors.map(({ field }) => Number(/^rows\.(\d+)\.version$/.exec(field)?.[1]));
  return places.length === 0 && rows.length === 1 ? [...rows] : rows.filter((_, at) => places.includes(at));
}

/**
 * Reports whether a stored value of a cell is the one that a person saw. The own value that the person saw may not be
 * stored yet or never; then the cell still has what the list had.
 */
export const isSeenCell = ({ data, listed = data }: Cells, column: string, stored: unknown): boolean =>
  isSameCell(data[column], stored) || isSameCell(listed[column], stored);

/** Reports whether a stored value is the one that a list has shown, which may have a target in place of its id. */
export function isSameCell(shown: unknown, stored: unknown): boolean {
  if (Array.isArray(shown) && Array.isArray(stored))
    return shown.length === stored.length && shown.every((one, at) => isSameCell(one, stored[at]));
  const isTarget = typeof stored === "string" && typeof shown === "object" && shown !== null && "id" in shown;
  const value = isTarget ? shown.id : shown;
  return JSON.stringify(value ?? null) === JSON.stringify(stored ?? null);
}
