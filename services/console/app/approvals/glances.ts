import type { Schemas } from "../api.ts";
import { shownDifferences, type Difference } from "./differences.ts";
import type { ShownBy } from "./shown-values.ts";

type Operation = Pick<Schemas["ChangesetOperation"], "op" | "before" | "after">;

/** Members that say what a thing is a part of: the summary of a change names it. */
const WHOLES: ReadonlySet<string> = new Set(["table_id", "base_id"]);

const CELL = "data.";

/** The members that a line about the operation shows, the cells of a row in the order of its columns first. */
export function glanceOf(operation: Operation, { columns }: Pick<ShownBy, "columns">): Difference[] {
  const placeOf = ({ field }: Difference): number => {
    const place = columns.findIndex(({ name }) => field === `${CELL}${name}`);
    return place === -1 ? columns.length : place;
  };
  return shownDifferences(operation)
    .filter(({ field }) => !WHOLES.has(field))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Types of columns by whose text a row is named. */
const NAMING: readonly string[] = ["text", "long_text"];

/** Returns the name of a thing that an operation changes: the first text of a row, else its name or title. */
export function nameIn(
  { before, after }: Operation,
  { columns }: Pick<ShownBy, "columns">,
): string | undefined {
  const image = (before ?? after ?? {}) as Partial<Record<string, unknown>>;
  const cells = (image["data"] ?? {}) as Partial<Record<string, unknown>>;
  const texts = columns.filter(({ type }) => NAMING.includes(type)).map(({ name }) => cells[name]);
  const all = [...texts, image["display_name"], image["name"], image["title"]];
  return all.find((one): one is string => typeof one === "string" && one.trim() !== "")?.trim();
}
