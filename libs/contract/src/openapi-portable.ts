import type { Schema } from "./field-rules.ts";

/** Keywords whose members are named by us, so that a name among them is not a keyword. */
const NAMED: ReadonlySet<string> = new Set([
  "properties",
  "schemas",
  "$defs",
  "paths",
  "headers",
  "responses",
]);
/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(["example", "examples", "enum", "default"]);

/**
 * Writes a description with the keywords that generators of clients read alike: a constant is an enum of one, and a
 * reference has nothing beside it (clients.schemas).
 */
export function portable(document: Schema): Schema {
  return within(document) as Schema;
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  if (value === null || typeof value !== "object") return value;
  const parts = Object.entries(value as Record<string, unknown>).map(([key, part]): [string, unknown] => {
    if (DATA.has(key)) return [key, part];
    if (NAMED.has(key) && part !== null && typeof part === "object") return [key, members(part)];
    return key === "const" ? ["enum", [part]] : [key, within(part)];
  });
  return referring(Object.fromEntries(parts));
}

function members(named: object): Schema {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, within(value)]));
}

function referring({ $ref, ...beside }: Schema): Schema {
  if ($ref === undefined) return beside;
  return Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }], ...beside };
}
