import { hasLines } from "../parts/fields.ts";
import type { TextForm } from "../parts/reading.ts";
import { APPROVALS } from "../words/approvals.ts";

/** Members and places of a list on the way to a value. */
type Path = readonly (string | number)[];

/** A value of a body that a person writes in one field: of a list of texts one a line, of another list its JSON. */
export interface Leaf {
  path: Path;
  kind: "text" | "read" | "boolean" | "texts" | "json";
  value: unknown;
  /** How a text of kind `read` is read. */
  form?: TextForm;
}

/** How a value of a member is written as a text; undefined for one that is written by its type. */
export type FormsOf = (field: string, value: unknown) => TextForm | undefined;

type Members = Readonly<Record<string, unknown>>;

/** Things of a longer list are written together, as JSON. */
const THINGS_MAX = 20;

/** The member at a path, as differences of a change name it: `line_items 1.unit_amount`. */
export const fieldAt = (path: Path): string =>
  path
    .map((part, place) => (typeof part === "number" ? ` ${part + 1}` : `${place === 0 ? "" : "."}${part}`))
    .join("");

/** Lists the values of a body in its order; those of objects inside, and of things of lists, stand in their place. */
export function leavesOf(body: unknown, formOf: FormsOf, path: Path = []): Leaf[] {
  if (!isMembers(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => leavesAt(value, formOf, [...path, name]));
}

function leavesAt(value: unknown, formOf: FormsOf, path: Path): Leaf[] {
  const form = formOf(fieldAt(path), value);
  if (form !== undefined) return [{ path, kind: "read", value, form }];
  if (isMembers(value) && Object.keys(value).length > 0) return leavesOf(value, formOf, path);
  if (isThings(value)) return value.flatMap((one, place) => leavesAt(one, formOf, [...path, place]));
  return [{ path, kind: kindOf(value), value }];
}

/** The text with which a field begins. */
export function textOf({ kind, value, form }: Leaf): string {
  if (form !== undefined) return form.begins(value);
  if (kind === "texts") return (value as readonly string[]).join("\n");
  return kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

/** Whether the text of a leaf is written in several lines. */
export const isLong = (leaf: Leaf): boolean =>
  ["json", "texts"].includes(leaf.kind) || hasLines(textOf(leaf));

/** Whether the text of a leaf is a number, without a unit such as that of a duration. */
export const isNumeric = (leaf: Leaf): boolean =>
  typeof leaf.value === "number" && !/\p{L}/u.test(textOf(leaf));

/** The fault of a text; undefined for one that can be read. */
export const faultOf = (leaf: Leaf, text: string): string | undefined => {
  const reading = readingOf(leaf, text);
  return "fault" in reading ? reading.fault : undefined;
};

/** The body with the values that the texts say; undefined while one of them cannot be read. */
export function bodyOf(
  body: unknown,
  leaves: readonly Leaf[],
  texts: readonly string[],
): Record<string, unknown> | undefined {
  const edited = structuredClone(isMembers(body) ? body : {}) as Record<string, unknown>;
  for (const [place, leaf] of leaves.entries()) {
    const reading = readingOf(leaf, texts[place] ?? "");
    if ("fault" in reading) return undefined;
    setAt(edited, leaf.path, reading.value);
  }
  return edited;
}

type Read = { value: unknown } | { fault: string };

function readingOf(leaf: Leaf, text: string): Read {
  if (text === textOf(leaf)) return { value: leaf.value };
  if (leaf.form !== undefined) {
    const { value, fault } = leaf.form.read(text);
    return fault === undefined ? { value } : { fault: fault.message };
  }
  if (leaf.kind === "texts") return { value: linesOf(text) };
  if (leaf.kind === "boolean") return { value: text === "true" };
  return leaf.kind === "json" ? jsonOf(text) : { value: text };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function jsonOf(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { fault: APPROVALS.edit.noJson };
  }
}

/** Sets the value at the path of a leaf, where the body has objects and lists on the way. */
function setAt(body: Record<string, unknown>, path: Path, value: unknown): void {
  const last = path.at(-1);
  if (last === undefined) return;
  const thing = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((within, part) => within[part] as Record<string, unknown>, body);
  thing[last] = value;
}

function kindOf(value: unknown): Leaf["kind"] {
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  return isLines(value) ? "texts" : "json";
}

/** True for texts that stay the same if each stands in a line of its own. */
function isLines(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === "string"))
    return false;
  return value.every((one) => one !== "" && one === one.trim() && !one.includes("\n"));
}

const isThings = (value: unknown): value is Members[] =>
  Array.isArray(value) && value.length > 0 && value.length <= THINGS_MAX && value.every(isMembers);

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
