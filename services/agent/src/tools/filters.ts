import { AppError } from "@jst/errors";
import { NAMES_PATTERN } from "@jst/query";
import type { HeaderReader } from "../call-context.ts";
import type { Catalogue, ReadyTool } from "./catalogue.ts";

/** Tools a client has asked to see; a filter only ever narrows (agents.filters). */
export type ToolFilter = (tool: ReadyTool) => boolean;

/** The filter of a request that names none, as most do. */
export const everything: ToolFilter = () => true;

/** Name of the query parameter -> name of the header that says the same. */
const SOURCES = {
  toolsets: "x-mcp-toolsets",
  tools: "x-mcp-tools",
  exclude: "x-mcp-exclude-tools",
  read_only: "x-mcp-readonly",
} as const;
type Source = keyof typeof SOURCES;
const NAMES = new RegExp(NAMES_PATTERN);

/**
 * Reads the filters of a request, `everything` for none. Throws invalid_parameter or unknown_parameter for a name or
 * value that means nothing. `others` are parameters that the route reads itself.
 */
export function readFilter(
  target: string,
  header: HeaderReader,
  { names, toolsets }: Pick<Catalogue, "names" | "toolsets">,
  others: readonly string[] = [],
): ToolFilter {
  const isPlain = !target.includes("?") && Object.values(SOURCES).every((name) => header(name) === undefined);
  if (isPlain) return everything;
  const query = queryOf(target, others);
  const given = (source: Source): string[] => [
    ...query.getAll(source),
    ...[header(SOURCES[source])].filter((value) => value !== undefined),
  ];
  const filters: ToolFilter[] = [
    ...given("toolsets").map((value) => oneOf(words("toolsets", value, toolsets), (one) => one.toolset)),
    ...given("tools").map((value) => oneOf(words("tools", value, names), (one) => one.name)),
    ...given("exclude").map((value): ToolFilter => {
      const excluded = words("exclude", value, names);
      return (tool) => !excluded.has(tool.name);
    }),
    ...(given("read_only").map(truth).includes(true) ? [(tool: ReadyTool) => tool.readOnly] : []),
  ];
  return (tool) => filters.every((filter) => filter(tool));
}

function queryOf(target: string, others: readonly string[]): URLSearchParams {
  const start = target.indexOf("?");
  const query = new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
  for (const name of query.keys()) {
    if (!Object.hasOwn(SOURCES, name) && !others.includes(name)) {
      const names = [...others, "toolsets", "tools", "exclude"].join(", ");
      throw new AppError(
        "unknown_parameter",
        `This route does not accept one of the parameters. It accepts ${names} and read_only.`,
      );
    }
  }
  return query;
}

function oneOf(wanted: ReadonlySet<string>, of: (tool: ReadyTool) => string): ToolFilter {
  return (tool) => wanted.has(of(tool));
}

function words(source: Source, value: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const found = value.split(",").map((word) => word.trim());
  const unknown = NAMES.test(value) ? found.find((word) => !known.has(word)) : value;
  if (unknown !== undefined)
    throw new AppError(
      "invalid_parameter",
      `${source} has an unknown name. Use names from this list: ${[...known].join(", ")}.`,
    );
  return new Set(found);
}

function truth(value: string): boolean {
  if (/^(1|true)$/i.test(value)) return true;
  if (/^(0|false)$/i.test(value)) return false;
  throw new AppError("invalid_parameter", "read_only must be true or false.");
}
