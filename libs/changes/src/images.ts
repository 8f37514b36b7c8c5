import { isDeepStrictEqual } from "node:util";
import type { Change, FieldChange, Image } from "./changes.ts";
import type { Called, Mentioned, Resource } from "./resource.ts";

const ACTORS = { created_by: "created by", updated_by: "updated by" };
/** Columns that a row does not have before it exists. */
const LATER = ["id", "created_at", "updated_at", "version"];
/** Columns that every write moves on. */
const MOVING = ["version", "updated_at", "updated_by_type", "updated_by_id"];

/** Returns an image as a caller may see it: public names, without the service's own columns. */
export function shownImage(resource: Resource, stored: Image | null, mentioned: Mentioned): Image | null {
  if (stored === null) return null;
  const image = resource.images?.shown?.(stored, mentioned) ?? stored;
  const shown: Image = {};
  const hidden = ["team_id", ...(resource.hidden ?? [])];
  for (const [column, value] of Object.entries(image)) {
    // Only what is deleted has the time when it was.
    if (hidden.includes(column) || (column === "deleted_at" && value === null)) continue;
    const actor = Object.keys(ACTORS).find((name) => column.startsWith(`${name}_`));
    if (actor === undefined) shown[resource.images?.names?.[column] ?? column] = shownValue(column, value);
    else shown[actor] = { type: image[`${actor}_type`] ?? null, id: actorId(image[`${actor}_id`]) };
  }
  return shown;
}

/** Returns the image of a proposed row without the values that it gets only when it is stored. */
export function draftOf(stored: Image | null): Image | null {
  return stored && Object.fromEntries(Object.entries(stored).filter(([name]) => !LATER.includes(name)));
}

/** Returns a shown image without the ids that other objects get only when they are stored. */
export function withoutIds(shown: Image | null, proposed: ReadonlySet<unknown>): Image | null {
  return shown && Object.fromEntries(Object.entries(shown).filter(([, value]) => !proposed.has(value)));
}

/** Reads the actor id of an image; a change by the platform has none. */
function actorId(stored: unknown): unknown {
  return stored === "" ? null : (stored ?? null);
}

/** to_jsonb writes microseconds and an offset; the API milliseconds and Z. */
function shownValue(column: string, value: unknown): unknown {
  return column.endsWith("_at") && typeof value === "string" ? new Date(value).toISOString() : value;
}

/**
 * Returns the name of an image's object for people, such as "contact Ada Lovelace"; its kind alone if it has no name.
 */
export function calledIn({ noun }: Resource, image: Image): string {
  const name = titleIn(image);
  return name === undefined ? noun : `${noun} ${cut(name)}`;
}

/** Returns the title of an image's object by its columns; undefined without one. */
export function titleIn(image: Image): string | undefined {
  return ["display_name", "name", "title", "url"].map((column) => image[column]).find(isText);
}

/** Returns the noun of a resource with the names of the image's object that `called` knows. */
export function calledWithin(noun: string, { name, within }: Called): string {
  const own = name === undefined ? noun : `${noun} ${cut(name)}`;
  return within === undefined ? own : `${own} of ${cut(within)}`;
}

function cut(name: string): string {
  return name.slice(0, 120);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Version of the row in an image; undefined for a resource without versions. */
export function versionOf(image: Image | null): number | undefined {
  const version = image?.["version"];
  return typeof version === "number" ? version : undefined;
}

/** Unfolds an image, so that each member stands by itself, as callers know it. */
export function unfolded({ images }: Resource, image: Image): Image {
  return images?.folding?.unfold(image) ?? image;
}

/** Returns the changes of an update without automatic columns; unfolded, and a keyed column member by member. */
export function fieldChanges(resource: Resource, change: Pick<Change, "before" | "after">): FieldChange[] {
  if (change.before === null || change.after === null) return [];
  const [before, after] = [unfolded(resource, change.before), unfolded(resource, change.after)];
  const moving = [...MOVING, ...(resource.images?.moving ?? [])];
  // Columns of both: one that a migration added or removed in between was changed by nobody.
  const shared = Object.keys(before).filter((column) => column in after);
  return shared.flatMap((column): FieldChange[] => {
    if (moving.includes(column) || isSame(resource, { column }, before, after)) return [];
    if (!(resource.images?.keyed ?? []).includes(column))
      return [{ column, before: before[column], after: after[column] }];
    return memberChanges(column, before[column] as Image, after[column] as Image);
  });
}

function memberChanges(column: string, before: Image, after: Image): FieldChange[] {
  return Object.keys({ ...before, ...after })
    .filter((member) => !isDeepStrictEqual(before[member], after[member]))
    .map((member) => ({ column, member, before: before[member], after: after[member] }));
}

/**
 * Tests whether a field is the same in both unfolded images for the same reason: an equal value, or a derived one in
 * both.
 */
export function isSame(
  { images }: Resource,
  field: Pick<FieldChange, "column" | "member">,
  one: Image,
  other: Image,
): boolean {
  const { column } = field;
  const { isDerived } = images ?? {};
  if (isDerived?.(column, one) === true && isDerived(column, other)) return true;
  return isDeepStrictEqual(valueOf(one, field), valueOf(other, field));
}

/** Returns the names under which a caller knows the fields: `email`, `data.amount`. */
export function shownFields({ images }: Resource, fields: readonly FieldChange[]): string[] {
  const { names = {} } = images ?? {};
  return fields.map(({ column, member }) => {
    const name = names[column] ?? column;
    return member === undefined ? name : `${name}.${member}`;
  });
}

/** Returns the present value of a field of a row. */
function valueOf(image: Image, { column, member }: Pick<FieldChange, "column" | "member">): unknown {
  return member === undefined ? image[column] : (image[column] as Image | undefined)?.[member];
}
