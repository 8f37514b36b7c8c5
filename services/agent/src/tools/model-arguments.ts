import { JSON_DEPTH_MAX, parseJson, type JsonSchema } from "@jst/rpc";
import { isObject } from "../is-object.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Reads the arguments of a call as models send them (agents.model-arguments), at any depth that the schema declares.
 * Null and empty texts of optional members that take none are absent. A text that writes a number, a boolean or JSON is
 * its value if the schema wants exactly that. What the schema leaves open stays as it is.
 */
export function modelArguments(values: Values, schema: JsonSchema): Values {
  const read = members(values, schema);
  // A consent is the boolean alone (agents.confirm).
  return typeof values["confirm"] === "string" ? { ...read, confirm: values["confirm"] } : read;
}

function members(value: Values, schema: JsonSchema): Values {
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (properties === undefined) return value;
  const required = (schema["required"] ?? []) as string[];
  const kept = Object.entries(value).flatMap(([name, sent]): [string, unknown][] => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known === undefined) return [[name, sent]];
    if (!required.includes(name) && isAbsent(sent, known)) return [];
    return [[name, valueOf(sent, known)]];
  });
  return Object.fromEntries(kept);
}

/** Tells whether a model means "not given" by this value of an optional member. */
function isAbsent(sent: unknown, schema: JsonSchema): boolean {
  if (sent === null)
    return alternativesOf(schema).every((one) => one["type"] !== undefined && one["type"] !== "null");
  if (typeof sent !== "string" || sent.trim() !== "") return false;
  return alternativesOf(schema).every((one) => refusesBlank(one, sent));
}

/** The schemas of which a value may meet any: of a member that takes null, the one of its values stands first. */
const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema["anyOf"] as JsonSchema[] | undefined) ?? [schema];

function refusesBlank(schema: JsonSchema, sent: string): boolean {
  if (schema["type"] === undefined) return false;
  if (schema["type"] !== "string") return true;
  const {
    enum: words,
    pattern,
    format,
    minLength,
  } = schema as {
    enum?: unknown[];
    pattern?: string;
    format?: string;
    minLength?: number;
  };
  if (words !== undefined) return !words.includes(sent);
  if (format !== undefined || (minLength ?? 0) > 0) return true;
  return pattern !== undefined && !new RegExp(pattern, "u").test(sent);
}

function valueOf(sent: unknown, accepted: JsonSchema): unknown {
  const schema = alternativesOf(accepted)[0] ?? accepted;
  const read = typeof sent === "string" ? textAs(sent, schema["type"]) : sent;
  if (Array.isArray(read)) {
    const items = schema["items"] as JsonSchema | undefined;
    return items === undefined ? (read as unknown[]) : read.map((one) => valueOf(one, items));
  }
  return isObject(read) ? members(read, schema) : read;
}

/** The value that a text writes, if the type wants exactly that; else the text. */
function textAs(text: string, type: unknown): unknown {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if (
    (type === "integer" || type === "number") &&
    String(Number(text)) === text &&
    Number.isFinite(Number(text))
  )
    return Number(text);
  if (type !== "object" && type !== "array") return text;
  try {
    const parsed = parseJson(Buffer.from(text), JSON_DEPTH_MAX);
    return (type === "array" ? Array.isArray(parsed) : isObject(parsed)) ? parsed : text;
  } catch {
    return text;
  }
}
