import { createHash } from "node:crypto";

/** SHA-256 of a JSON value whose objects count by their members, in whatever order they came. */
export function digestOf(value: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(value, sorted)).digest();
}

/** Makes JSON.stringify write the members of every object in one order. */
function sorted(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
