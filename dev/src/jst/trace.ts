import { createReadStream, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { OperatorError } from "../operator-error.ts";
import { fleetPaths } from "../state.ts";
import type { Command } from "./command.ts";

/** One line of a component's log. */
type Line = Record<string, unknown> & { time: string; service: string };

/** Members with a place of their own in the printed line. */
const shownFirst = new Set(["time", "service", "level", "trace_id", "request_id"]);

/** Reads the logs alone, so it also works when the fleet is down. The gateway writes its lines once a second. */
export const trace: Command = {
  name: "trace",
  usage: "TRACE_ID|REQUEST_ID",
  summary:
    "Prints what every component logged of one request, from the gateway to the webhook, in order of time.",
  words: [1, 1],
  async run({ settings, words: [id = ""] }) {
    const { logDir } = fleetPaths(settings.stateDir);
    if (!existsSync(logDir))
      throw new OperatorError(`There are no logs in ${logDir}; \`make up\` starts the fleet.`);
    const named = await linesWith(logDir, new Set([id]));
    const ids = new Set(named.flatMap((line) => [line["trace_id"], line["request_id"]]).filter(isId));
    const lines = ids.size === 0 ? [] : await linesWith(logDir, ids);
    if (lines.length === 0)
      throw new OperatorError(`No log of the fleet names ${id}; a reply shows its id as X-Trace-Id.`);
    lines.sort((one, other) => one.time.localeCompare(other.time));
    return { json: lines, text: lines.map(printed).join("\n") };
  },
};

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

async function linesWith(logDir: string, ids: ReadonlySet<string>): Promise<Line[]> {
  const found: Line[] = [];
  for (const name of readdirSync(logDir).filter((one) => one.endsWith(".log"))) {
    for await (const text of createInterface({ input: createReadStream(path.join(logDir, name)) })) {
      const line = parsed(text);
      const { trace_id: traceId, request_id: requestId }: Partial<Line> = line ?? {};
      if (line && (ids.has(String(traceId)) || ids.has(String(requestId)))) found.push(line);
    }
  }
  return found;
}

/** Parses a line; undefined for one of another program, or an incomplete one. */
function parsed(text: string): Line | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const line = JSON.parse(text) as Partial<Line>;
    return typeof line.time === "string" && typeof line.service === "string" ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function printed(line: Line): string {
  const rest = Object.entries(line).filter(([name]) => !shownFirst.has(name));
  const facts = rest.map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${line.time} ${line.service.padEnd(8)} ${facts.join(" ")}`;
}
