import { invalidTransition } from "@jst/errors";
import type { TableSchema } from "../schema/schema.ts";
import type { CellChanges } from "./cells.ts";

/** Names of the changed columns whose present state decides what may follow. */
export function guardedColumns(schema: TableSchema, changes: CellChanges): string[] {
  return [...Object.keys(changes.set), ...changes.cleared].filter(
    (name) => schema.columns.get(name)?.options.transitions !== undefined,
  );
}

/**
 * Refuses the first state that may not follow the row's present one. A row without a state may take any; with
 * transitions a state is never emptied, and a state that lists none is final (tables.states).
 */
export function requireTransitions(
  schema: TableSchema,
  present: Record<string, unknown>,
  changes: CellChanges,
): void {
  for (const [name, from] of Object.entries(present)) {
    const { transitions = {} } = schema.columns.get(name)?.options ?? {};
    const to = changes.set[name] ?? null;
    if (typeof from !== "string" || from === to) continue;
    const allowed = (Object.hasOwn(transitions, from) ? transitions[from] : undefined) ?? [];
    if (typeof to === "string" && allowed.includes(to)) continue;
    const target = typeof to === "string" ? `"${to}"` : "an empty state";
    const message = `${name} cannot change from "${from}" to ${target}. ${allowedText(allowed)}`;
    throw invalidTransition(
      { field: `data.${name}`, from, to: typeof to === "string" ? to : null, allowed },
      message,
    );
  }
}

/** States that a refusal names at most; its member `allowed` has them all. */
const NAMED_MAX = 10;

function allowedText(allowed: readonly string[]): string {
  if (allowed.length === 0) return "This state is final.";
  const named = allowed.slice(0, NAMED_MAX).map((state) => `"${state}"`);
  const more = allowed.length - named.length;
  return `It can change to ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}
