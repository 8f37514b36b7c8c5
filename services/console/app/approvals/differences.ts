import { isActor } from "../words/actors.ts";

/** A member of a thing before and after. */
export interface Difference {
  /** As the API names it; a member inside of another one has the names of both: data.amount. */
  field: string;
  before: unknown;
  after: unknown;
}

/** Members that every object has and that every write changes. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  "id",
  "version",
  "created_at",
  "updated_at",
  "created_by",
  "updated_by",
]);

/** The members that differ, in the order in which the API has them after it; none that is empty before and after. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const places = isObject(before) && isObject(after) ? { before, after } : undefined;
  const [from, to] = [membersOf(before, places), membersOf(after, places)];
  const fields = [...new Set([...to.keys(), ...from.keys()])];
  return fields
    .map((field) => ({ field, before: from.get(field) ?? null, after: to.get(field) ?? null }))
    .filter(({ before: was, after: is }) => JSON.stringify(was) !== JSON.stringify(is));
}

/** Times at which a thing was deleted. */
const DELETED = ["deleted_at", "archived_at"];

/** True for an update that brings a deleted thing back. */
export function isRestored({ op, before, after }: { op: string; before: unknown; after: unknown }): boolean {
  if (op !== "update" || !isObject(before) || !isObject(after)) return false;
  return DELETED.some((name) => before[name] != null && after[name] == null);
}

/** Returns what a person sees of an operation: of a deleted or restored thing all members, of others what differs. */
export function shownDifferences(of: { op: string; before: unknown; after: unknown }): Difference[] {
  if (isRestored(of)) return differencesOf(null, of.after);
  return differencesOf(of.before, of.op === "delete" ? null : of.after);
}

type Thing = Readonly<Record<string, unknown>>;

/** A thing before and after, in whose lists things have their places. */
interface Both {
  before: Thing;
  after: Thing;
}

/** Members by name; those of an object inside and of the things of a list stand beside them, other lists are whole. */
function membersOf(thing: unknown, both: Both | undefined): Map<string, unknown> {
  if (!isObject(thing)) return new Map();
  const entries = Object.entries(thing).flatMap(([name, value]): [string, unknown][] => {
    if (BOOKKEEPING.has(name)) return [];
    if (isObject(value) && !isActor(value))
      return Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one]);
    if (!isThings(value)) return [[name, value]];
    return value.flatMap((one, index) => partsOf(one, index, nameIn(name, one, index, both), both));
  });
  return new Map(
    entries.filter(([, value]) => value !== null && value !== "" && JSON.stringify(value) !== "[]"),
  );
}

/** A thing of a list by its place, which is the one it comes to where it had another. */
function nameIn(name: string, one: Thing, index: number, both: Both | undefined): string {
  const { id } = one;
  if (both === undefined || id === undefined) return `${name} ${index + 1}`;
  const place = thingsOf(both.after[name]).findIndex((other) => other["id"] === id);
  return place === -1 ? `${name} ${index + 1}, removed` : `${name} ${place + 1}`;
}

/** Its members, and its place where that may have changed and it does not tell it itself. */
function partsOf(one: Thing, index: number, name: string, both: Both | undefined): [string, unknown][] {
  const { id, ...members } = one;
  const hasPlace = both === undefined || id === undefined || "order" in members;
  const placed = hasPlace ? members : { ...members, place: index + 1 };
  return Object.entries(placed).map(([inner, value]) => [`${name}.${inner}`, value]);
}

/** True for a list with at least one value that has no values inside, such as tags. */
export const isScalarList = (value: unknown): value is (string | number | boolean)[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => ["string", "number", "boolean"].includes(typeof one));

const isThings = (value: unknown): value is Thing[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

const thingsOf = (value: unknown): Thing[] => (isThings(value) ? value : []);

const isObject = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
