import { isUuid, type JsonSchema } from "@jst/rpc";
import { isObject } from "../is-object.ts";

type Values = Readonly<Record<string, unknown>>;

/** Longest JSON of redacted arguments; what is longer is told by its names alone. */
const LENGTH_MAX = 1_000;
const DEPTH_MAX = 4;
const MEMBERS_MAX = 20;
const NAME = /^[a-z_]\w{0,63}$/i;

/**
 * Arguments as the record keeps them: where the tool's schema knows a member, ids, numbers, truth values and words of
 * a closed list as they are; of any other text its length, of cells and other free members the kind alone. Arguments
 * that fit no schema are as welcome; the answer is never longer than 1,000 characters of JSON.
 */
export function redacted(values: Values, schema: JsonSchema): Values {
  const shown = members(values, schema, DEPTH_MAX);
  if (JSON.stringify(shown).length <= LENGTH_MAX) return shown;
  const kinds = Object.entries(values).map(([name, value]) => [name, kindOf(value)]);
  const named = kinds.filter(([name = ""]) => NAME.test(name)).slice(0, MEMBERS_MAX / 2);
  return Object.fromEntries(named) as Values;
}

function members(values: Values, schema: JsonSchema | undefined, depth: number): Values {
  const known = (schema?.["properties"] ?? {}) as Record<string, JsonSchema>;
  const all = Object.entries(values);
  const named = all.filter(([name]) => NAME.test(name)).slice(0, MEMBERS_MAX);
  const shown = named.map(([name, value]): [string, unknown] => [
    name,
    one(value, Object.hasOwn(known, name) ? known[name] : undefined, depth - 1),
  ]);
  const others = all.length - named.length;
  return Object.fromEntries(others === 0 ? shown : [...shown, ["and", `${others} more`]]);
}

function one(value: unknown, schema: JsonSchema | undefined, depth: number): unknown {
  if (value === null) return null;
  if (typeof value === "string") return isKnownWord(value, schema) ? value : kindOf(value);
  if (Array.isArray(value)) return list(value, schema?.["items"] as JsonSchema | undefined, depth);
  if (isObject(value)) return depth <= 0 ? kindOf(value) : members(value, schema, depth);
  return schema === undefined ? kindOf(value) : value;
}

function list(values: readonly unknown[], items: JsonSchema | undefined, depth: number): unknown {
  if (depth <= 0 || values.length > MEMBERS_MAX) return kindOf(values);
  return values.map((value) => one(value, items, depth - 1));
}

/** An id says whom it was about, which is what a record is for; a word of a closed list is the contract's own. */
function isKnownWord(text: string, schema: JsonSchema | undefined): boolean {
  return isUuid(text) || (Array.isArray(schema?.["enum"]) && schema["enum"].includes(text));
}

function kindOf(value: unknown): string {
  if (typeof value === "string") return `text of ${value.length}`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  return value === null ? "null" : typeof value;
}
