import type { Reply } from "./handler.ts";
import { wireBody } from "./outgoing.ts";

/**
 * Writes the JSON of a reply without the members at these dotted paths, which are shown once and stored nowhere
 * (trust.secrets). A path goes through lists.
 */
export function withoutSecrets(body: Reply["body"], paths: readonly string[]): string {
  const finished = wireBody(body);
  const text = typeof finished === "string" ? finished : Buffer.concat(finished).toString();
  if (paths.length === 0) return text;
  const value: unknown = JSON.parse(text);
  for (const path of paths) remove(value, path.split("."));
  return JSON.stringify(value);
}

function remove(value: unknown, [name = "", ...rest]: readonly string[]): void {
  if (Array.isArray(value)) for (const item of value) remove(item, [name, ...rest]);
  else if (value !== null && typeof value === "object") {
    if (rest.length === 0) Reflect.deleteProperty(value, name);
    else remove((value as Record<string, unknown>)[name], rest);
  }
}
