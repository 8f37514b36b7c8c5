import type { Change, Image } from "@jst/changes";
import type { Member } from "./declaration.ts";
import { isSameJson } from "./same-json.ts";

/** The former values of what an undo took back of a row, as the API shows them; `item` is the row as it is now. */
export function formerValues(
  { members, isArchived }: { members: readonly Member[]; isArchived: boolean },
  before: Image,
  item: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const writable = members.filter(({ isWritable }) => isWritable === true);
  const names = [...writable, ...(isArchived ? [{ name: "archived_at", kind: "datetime" }] : [])];
  const former = names.map(({ name, kind }): [string, unknown] => [
    name,
    kind === "datetime" ? instantOf(before[name]) : before[name],
  ]);
  return Object.fromEntries(former.filter(([name, value]) => !isSameJson(value ?? null, item[name])));
}

/** Images have the times of PostgreSQL. */
function instantOf(value: unknown): unknown {
  return typeof value === "string" ? new Date(value).toISOString() : value;
}

/** Images of the rows before an undo, by id; empty for what was not there. */
export function imagesBefore(changes: readonly Change[]): ReadonlyMap<string, Image> {
  return new Map(changes.map((change) => [change.id, change.before ?? {}]));
}
