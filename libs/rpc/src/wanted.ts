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

/** Returns the first schema that a value may meet: for a member that accepts null, the one of its values. */
export function valueSchemaOf(schema: JsonSchema): JsonSchema {
  return (schema["anyOf"] as JsonSchema[] | undefined)?.[0] ?? schema;
}

/** Describes the value that a schema accepts, in words with an example: `a whole number from 1 to 500 such as 50`. */
export function wantedBy(schema: JsonSchema, name: string): string {
  const one = valueSchemaOf(schema);
  const words = wordsOf(one);
  const orNull = one === schema ? "" : ", or null";
  if (one["enum"] !== undefined || one["const"] !== undefined || words.includes("such as"))
    return `${words}${orNull}`;
  const example = JSON.stringify(exampleBy(schema, name));
  return `${words}${example.length > EXAMPLE_MAX ? "" : ` such as ${example}`}${orNull}`;
}

/** Returns an example that the schema accepts: the documented one, or one that its rules give. */
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
  const { type, format, pattern, required, ...rest } = schema as Rules;
  if (rest.const !== undefined) return JSON.stringify(rest.const);
  if (rest.enum !== undefined) return `one of: ${toldNames(rest.enum.map(String))}`;
  if (format !== undefined) return FORMATS[format] ?? `a text of the format ${format}`;
  const base = PATTERNS[pattern ?? ""] ?? TYPES[type ?? ""] ?? "a value";
  switch (type) {
    case "string":
      return base + sizeOf(rest.minLength, rest.maxLength, "characters");
    case "array":
      return base + sizeOf(rest.minItems, rest.maxItems, "items");
    case "integer":
    case "number":
      return base + rangeOf(rest);
    case "object":
      return required === undefined ? base : `${base} with ${toldNames(required)}`;
    default:
      return base;
  }
}

/** The keywords of a schema that words are made of. */
interface Rules {
  type?: string;
  format?: string;
  pattern?: string;
  required?: string[];
  const?: unknown;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Describes the size of a text or list; leaves out that it may not be empty. */
function sizeOf(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && min > 1 && max !== undefined)
    return min === max ? ` of ${min} ${unit}` : ` of ${min} to ${max} ${unit}`;
  if (min !== undefined && min > 1) return ` of at least ${min} ${unit}`;
  return max === undefined ? "" : ` of at most ${max} ${unit}`;
}

/** Describes the range of a number; leaves out a bound that every exact number meets. */
function rangeOf({ minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below }: Rules): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined && most !== undefined) return ` from ${minimum} to ${most}`;
  const bounds = [
    ...(minimum === undefined ? [] : [`of at least ${minimum}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(most === undefined ? [] : [`of at most ${most}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
  ];
  return bounds.length === 0 ? "" : ` ${bounds.join(" and ")}`;
}

function textBy({ format, pattern, maxLength }: JsonSchema, name: string): string {
  const kind = String(format ?? pattern);
  const sentence = format === undefined ? PATTERNS[kind] : FORMATS[kind];
  const told = / such as ([^\s,]+)/.exec(sentence ?? "")?.[1] ?? EXAMPLES[kind];
  if (told !== undefined) return told;
  return Array.from(wordOf(name))
    .slice(0, Number(maxLength ?? EXAMPLE_MAX))
    .join("");
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

/** Builds an example with the members that an object must have, or else with its first ones. */
function objectBy({ properties, required, minProperties }: JsonSchema): object {
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
  const needed = members.filter(([name]) => listOf(required).includes(name));
  const shown = needed.length > 0 ? needed : members.slice(0, Number(minProperties ?? 1));
  return Object.fromEntries(shown.map(([name, one]) => [name, exampleBy(one, name)]));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
