import type { JsonSchema } from "@jst/rpc";

/** Keywords that OpenAI's strict mode knows; the others are for our validator, which checks every call anyway. */
const KEYWORDS = new Set([
  ...["type", "description", "enum", "anyOf", "items", "properties", "required", "additionalProperties"],
  ...["pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"],
]);
const FORMATS = new Set(["date-time", "date", "time", "email", "hostname", "ipv4", "ipv6", "uuid"]);

/**
 * The schema as strict mode wants it: every object closed and every member required, one that may be left out takes
 * null instead. undefined where that cannot be said: an object of any members, or a member that is optional and takes
 * null already, for which null would have two meanings.
 */
export function strictSchema(schema: JsonSchema): JsonSchema | undefined {
  try {
    return strict(schema);
  } catch (thrown) {
    if (thrown instanceof Inexpressible) return undefined;
    throw thrown;
  }
}

class Inexpressible extends Error {}

function strict(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) => KEYWORDS.has(name) || (name === "format" && FORMATS.has(String(value))),
    ),
  );
  if (kept["anyOf"] !== undefined) return { ...kept, anyOf: (kept["anyOf"] as JsonSchema[]).map(strict) };
  if (kept["type"] === undefined) throw new Inexpressible();
  if (kept["type"] === "array") return { ...kept, items: strict(schema["items"] as JsonSchema) };
  if (kept["type"] !== "object") return kept;
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (properties === undefined || schema["additionalProperties"] !== false) throw new Inexpressible();
  const required = (schema["required"] ?? []) as string[];
  const members = Object.entries(properties).map(([name, member]): [string, JsonSchema] => [
    name,
    required.includes(name) ? strict(member) : optional(strict(member)),
  ]);
  return { ...kept, properties: Object.fromEntries(members), required: members.map(([name]) => name) };
}

function optional(member: JsonSchema): JsonSchema {
  if (member["anyOf"] !== undefined) throw new Inexpressible();
  const { description, ...rest } = member;
  return { anyOf: [rest, { type: "null" }], ...(description === undefined ? {} : { description }) };
}
