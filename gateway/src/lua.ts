import { statusOf } from "@jst/errors";
import {
  documentOf,
  grpcProblems,
  internalError,
  luaRefusals,
  requestTimeout,
  type GatewayProblem,
} from "./problems.ts";
import type { GatewaySettings } from "./settings.ts";

type PageSettings = Pick<GatewaySettings, "baseUrl" | "corsOrigins" | "agentOrigins">;

/** replies.lua with the tables it needs in front: the documents of errors that Envoy does not write itself. */
export function repliesLua(script: string, baseUrl: string): string {
  const entry = (problem: GatewayProblem): string =>
    `{ status = "${statusOf(problem.code)}", document = ${JSON.stringify(openDocument(problem, baseUrl))} }`;
  const table = (name: string, entries: [key: string, problem: GatewayProblem][]): string =>
    `local ${name} = {\n${entries.map(([key, problem]) => `  ["${key}"] = ${entry(problem)},\n`).join("")}}\n`;
  return [
    table("PROBLEMS", Object.entries(grpcProblems)),
    table("REFUSALS", Object.entries(luaRefusals)),
    `local LATE_BODY = ${entry(requestTimeout)}\n`,
    `local FALLBACK = ${entry(internalError)}\n`,
    script,
  ].join("");
}

/** Returns the Lua of pages after the table of the origins that the deployment allows on the MCP servers. */
export function pagesLua(script: string, { baseUrl, corsOrigins, agentOrigins }: PageSettings): string {
  const origins = [new URL(baseUrl).origin, ...corsOrigins, ...agentOrigins];
  const entries = origins.map((origin) => `  [${JSON.stringify(origin.toLowerCase())}] = true,\n`);
  return `local ALLOWED = {\n${entries.join("")}}\n${script}`;
}

/** The document without its closing brace; the script appends request_id and trace_id. */
function openDocument(problem: GatewayProblem, baseUrl: string): string {
  return JSON.stringify(documentOf(problem, baseUrl)).slice(0, -1);
}
