import type { McpCall } from "../../mcp/server.ts";
import { META } from "../../mcp/protocol.ts";
import { resultOf } from "../../mcp/results.ts";

/** A result of the fixture pack, as an object. */
export type Answer = Readonly<Record<string, unknown>>;

/** Answers one method, tool, resource or prompt of the pack. */
export type Fixture = (call: McpCall) => Answer;

/** One block of text. */
export function textOf(text: string): Answer {
  return { content: [{ type: "text", text }] };
}

/** The JSON of an answer; one that asks the client for something says so itself. */
export function render(call: McpCall, answer: Answer): string {
  if (answer["resultType"] === undefined) return resultOf(call, JSON.stringify(answer).slice(1, -1));
  return JSON.stringify({ ...answer, _meta: { [META.serverInfo]: call.server.info } });
}

/** Returns the client's capabilities, in the modern era. */
export function capabilitiesOf({ message }: McpCall): Answer {
  const meta = (message.params["_meta"] ?? {}) as Record<string, Answer | undefined>;
  return meta[META.capabilities] ?? {};
}

/** A picture of one point, and a sound of no length. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
export const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
