import { AppError } from "@jst/errors";
import type { ArgumentPlace, Tool } from "./tool.ts";

/** Longest request target and longest filter, as on REST (limits.head, limits.filter). */
const TARGET_MAX = 32_768;
const JSON_MAX_BYTES = 8_192;

/** Valid arguments in the shape of the rpc's wire request. */
export interface SplitArguments {
  path: Record<string, string>;
  /** Path and query of the REST twin. */
  target: string;
  /** JSON text; undefined where the rpc takes no body. */
  body: string | undefined;
}

/** Makes of a tool's arguments what the gateway would make of its REST twin. They have passed the input schema. */
export function splitArguments(tool: Tool, values: Readonly<Record<string, unknown>>): SplitArguments {
  const path: Record<string, string> = {};
  const query: string[] = [];
  const body: Record<string, unknown> = {};
  for (const [name, place] of Object.entries(tool.arguments)) {
    const value = values[name];
    if (value === undefined) continue;
    if (place.in === "path") path[name] = value as string;
    else if (place.in === "body") body[name] = value;
    else query.push(`${name}=${encodeURIComponent(queryText(name, place, value))}`);
  }
  const target = targetOf(tool.rpc.path, path, query);
  if (target.length > TARGET_MAX)
    throw new AppError("uri_too_long", "The arguments are too long. Shorten the filter, the list or the id.");
  return { path, target, body: tool.rpc.hasBody ? JSON.stringify(body) : undefined };
}

function targetOf(template: string, path: Record<string, string>, query: readonly string[]): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

function queryText(name: string, place: Extract<ArgumentPlace, { in: "query" }>, value: unknown): string {
  switch (place.as) {
    case "json": {
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > JSON_MAX_BYTES)
        throw new AppError(
          "invalid_filter",
          `The argument "${name}" is larger than 8 KiB of JSON. Shorten it.`,
        );
      return text;
    }
    case "list":
      return (value as string[]).join(",");
    case "text":
      return String(value);
  }
}
