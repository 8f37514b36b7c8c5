import { APPROVALS } from "../words/approvals.ts";

/** A value of a body that a person writes in one field: of a list of texts one a line, of another list its JSON. */
export interface Leaf {
  /** Members on the way to it. */
  path: readonly string[];
  kind: "text" | "number" | "boolean" | "texts" | "json";
  value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Lists the values of a body in its order; those of objects inside stand in their place. */
export function leavesOf(body: unknown, path: readonly string[] = []): Leaf[] {
  if (!isMembers(body)) return [];
  return Object.entries(body).flatMap(([name, value]): Leaf[] => {
    const place = [...path, name];
    const isObject = isMembers(value) && Object.keys(value).length > 0;
    return isObject ? leavesOf(value, place) : [{ path: place, kind: kindOf(value), value }];
  });
}

/** The text with which a field begins. */
export function textOf({ kind, value }: Leaf): string {
  if (kind === "texts") return (value as readonly string[]).join("\n");
  return kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

/** The fault of a text; undefined for one that can be read. */
export function faultOf(leaf: Leaf, text: string): string | undefined {
  if (readingOf(leaf, text) !== undefined) return undefined;
  return leaf.kind === "number" ? APPROVALS.edit.noNumber : APPROVALS.edit.noJson;
}

/** The body with the values that the texts say; undefined while one of them cannot be read. */
export function bodyOf(
  body: unknown,
  leaves: readonly Leaf[],
  texts: readonly string[],
): Record<string, unknown> | undefined {
  const edited = structuredClone(isMembers(body) ? body : {}) as Record<string, unknown>;
  for (const [place, leaf] of leaves.entries()) {
    const reading = readingOf(leaf, texts[place] ?? "");
    if (reading === undefined) return undefined;
    setAt(edited, leaf.path, reading.value);
  }
  return edited;
}

function readingOf(leaf: Leaf, text: string): { value: unknown } | undefined {
  if (text === textOf(leaf)) return { value: leaf.value };
  if (leaf.kind === "text") return { value: text };
  if (leaf.kind === "texts") return { value: linesOf(text) };
  if (leaf.kind === "boolean") return { value: text === "true" };
  if (leaf.kind === "json") return jsonOf(text);
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? undefined : { value };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function setAt(thing: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) thing[name] = value;
  else setAt(thing[name] as Record<string, unknown>, rest, value);
}

function kindOf(value: unknown): Leaf["kind"] {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return isLines(value) ? "texts" : "json";
}

/** True for texts that stay the same if each stands in a line of its own. */
function isLines(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === "string"))
    return false;
  return value.every((one) => one !== "" && one === one.trim() && !one.includes("\n"));
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
