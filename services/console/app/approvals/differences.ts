/** A member of a thing before and after. */
export interface Difference {
  /** As the API names it; a member inside of another one has the names of both: data.amount. */
  field: string;
  before: unknown;
  after: unknown;
}

/** What every thing has, and what changes with every change. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  "id",
  "version",
  "created_at",
  "updated_at",
  "created_by",
  "updated_by",
]);

/** The members that differ, in the order in which the API has them; none that is empty before and after. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [from, to] = [membersOf(before), membersOf(after)];
  const fields = [...new Set([...from.keys(), ...to.keys()])];
  return fields
    .map((field) => ({ field, before: from.get(field) ?? null, after: to.get(field) ?? null }))
    .filter(({ before: was, after: is }) => JSON.stringify(was) !== JSON.stringify(is));
}

/** Members by name; those of an object inside stand beside them, lists and texts are whole. */
function membersOf(thing: unknown): Map<string, unknown> {
  if (!isObject(thing)) return new Map();
  const entries = Object.entries(thing).flatMap(([name, value]): [string, unknown][] => {
    if (BOOKKEEPING.has(name)) return [];
    if (!isObject(value)) return [[name, value]];
    return Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one]);
  });
  return new Map(
    entries.filter(([, value]) => value !== null && value !== "" && JSON.stringify(value) !== "[]"),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
