import type { Schemas } from "../api.ts";

type Count = Schemas["RequestCount"];

/** Labels of the sums of requests. */
export const SUMS: Readonly<Record<"requests" | "writes" | "denied", string>> = {
  requests: "Requests",
  writes: "Changes",
  denied: "Refused requests",
};

/** Sources of requests by door, in the order in which they are shown. */
export const DOORS_COUNTED: Readonly<Record<Count["door"], string>> = {
  console: "Console",
  rest: "API",
  mcp: "Agents (MCP)",
  mcp_actions: "Agents (second address)",
  actions: "Actions",
  tools: "Function calls",
};

export const COUNTS = {
  title: "Requests by day",
  which: "What is counted",
  none: "No requests in the last two weeks.",
  chart: (what: string, all: number, from: string, to: string) =>
    `${what} by day and source from ${from} to ${to}, ${all} in all; the table below has the same figures`,
  most: (count: number) => `${count} on the busiest day`,
  table: "Show as a table",
  day: "Day",
  all: "All",
  zone: (zone: string) =>
    `Days in ${zone}. Requests of the last few seconds may be missing here; the audit log has all of them.`,
} as const;
