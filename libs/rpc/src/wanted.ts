import { toldNames } from "@jst/errors";
import { FORMATS, PATTERNS, TYPES } from "./fault-message.ts";
import type { JsonSchema } from "./validator.ts";

/** Characters of JSON that an example has at most. */
const EXAMPLE_MAX = 240;

/** Examples of kinds of texts whose sentence has none. */
const EXAMPLES: Readonly<Record<string, string>> = {
  email: "ada@example.com",
  "^\\s*[^\\s@]+@[^\\s@]+\\s*$": "ada@example.com",
  uri: "https://example.com/",
  "^[0-9a-f]{64}$": "0".repeat(64),
};

/** Examples of texts without a kind, by the name of their member. */
const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

/** The first schema that a value may meet: of a member that takes null, that of its values. */
export function valueSchemaOf(schema: JsonSchema): JsonSchema {
  return (schema["anyOf"] as JsonSchema[] | undefined)?.[0] ?? schema;
}

/** The value that a schema takes, in words with an example: `a whole number from 1 to 500 such as 50`. */
export function wantedBy(schema: JsonSchema, name: string): string {
  const one = valueSchemaOf(schema);
  const words = wordsOf(one);
  const orNull = one === schema ? "" : ", or null";
  if (one["enum"] !== undefined || one["const"] !== undefined || words.includes("such as"))
    return `${words}${orNull}`;
  const example = JSON.stringify(exampleBy(schema, name));
  return `${words}${example.length > EXAMPLE_MAX ? "" : ` such as ${example}`}${orNull}`;
}

/** An example that the schema accepts: the documented one, or one that its rules give. */
export function exampleBy(schema: JsonSchema, name: string): unknown {
  const one = valueSchemaOf(schema);
  const [documented] = [...listOf(schema["examples"]), ...listOf(one["examples"])];
  if (documented !== undefined) return documented;
  if (one["const"] !== undefined) return one["const"];
  const [choice] = listOf(one["enum"]);
  if (choice !== undefined) return choice;
  switch (one["type"]) {
    case "string":
      return textBy(one, name);
    case "integer":
      return numberBy(one, 50);
    case "number":
      return numberBy(one, 12.5);
    case "boolean":
      return true;
    case "array":
      return [exampleBy((one["items"] ?? {}) as JsonSchema, name)];
    case "object":
      return objectBy(one);
    default:
      return wordOf(name);
  }
}

function wordsOf(schema: JsonSchema): string {
  const { type, format, pattern, required } = schema;
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema["enum"] !== undefined) return `one of: ${toldNames(listOf(schema["enum"]).map(String))}`;
  if (format !== undefined) return FORMATS[String(format)] ?? `a text of the format ${String(format)}`;
  const kind = pattern === undefined ? undefined : PATTERNS[String(pattern)];
  const base = kind ?? TYPES[String(type)] ?? "a value";
  switch (type) {
    case "string":
      return `${base}${between(" of", schema["minLength"], schema["maxLength"], " characters")}`;
    case "array":
      return `${base}${between(" of", schema["minItems"], schema["maxItems"], " items")}`;
    case "integer":
    case "number":
      return `${base}${aboveOf(schema)}${between("", schema["minimum"], schema["maximum"], "")}`;
    case "object":
      return required === undefined ? base : `${base} with ${toldNames(listOf(required).map(String))}`;
    default:
      return base;
  }
}

function aboveOf({ exclusiveMinimum: above, exclusiveMaximum: below }: JsonSchema): string {
  const parts = [
    ...(above === undefined ? [] : [`above ${String(above)}`]),
    ...(below === undefined ? [] : [`below ${String(below)}`]),
  ];
  return parts.length === 0 ? "" : ` ${parts.join(" and ")}`;
}

/** A range in words; a bound that every exact number meets says nothing. */
function between(of: string, least: unknown, most: unknown, unit: string): string {
  const min = of !== "" && least === 1 ? undefined : least;
  const max = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (min !== undefined && max !== undefined)
    return min === max ? `${of} ${String(min)}${unit}` : `${of || " from"} ${String(min)} to ${String(max)}${unit}`;
  if (min !== undefined) return `${of || " of"} at least ${String(min)}${unit}`;
  return max === undefined ? "" : `${of || " of"} at most ${String(max)}${unit}`;
}

function textBy({ format, pattern, maxLength }: JsonSchema, name: string): string {
  const kind = String(format ?? pattern);
  const sentence = format === undefined ? PATTERNS[kind] : FORMATS[kind];
  const told = / such as ([^\s,]+)/.exec(sentence ?? "")?.[1] ?? EXAMPLES[kind];
  if (told !== undefined) return told;
  return Array.from(wordOf(name)).slice(0, Number(maxLength ?? EXAMPLE_MAX)).join("");
}

function wordOf(name: string): string {
  if (/(^|_)id$/.test(name)) return ID;
  const word = name.replaceAll("_", " ");
  return word === "" ? "text" : word;
}

function numberBy(schema: JsonSchema, usual: number): number {
  const bound = (name: string) => schema[name] as number | undefined;
  const least = bound("minimum") ?? (bound("exclusiveMinimum") ?? -Infinity) + 1;
  const most = bound("maximum") ?? (bound("exclusiveMaximum") ?? Infinity) - 1;
  return Math.min(Math.max(usual, least), most);
}

/** The members that an object must have; of one that must have none the first. */
function objectBy({ properties, required, minProperties }: JsonSchema): object {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const needed = members.filter(([name]) => listOf(required).includes(name));
  const shown = needed.length > 0 ? needed : members.slice(0, Number(minProperties ?? 1));
  return Object.fromEntries(shown.map(([name, one]) => [name, exampleBy(one, name)]));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
