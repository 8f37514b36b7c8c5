import { isTooLong, resultText, type ResultKind } from "../tools/result-text.ts";
import type { Era } from "./era.ts";
import { META } from "./protocol.ts";
import type { McpServer } from "./server.ts";

/** Which server a result comes from, and to what kind of client. */
export interface ResultFor {
  era: Era;
  server: Pick<McpServer, "info">;
}

/** The JSON of a result with what the era adds; `members` is an object's text without its braces. */
export function resultOf(
  { era, server }: ResultFor,
  members: string,
  meta: Readonly<Record<string, unknown>> = {},
): string {
  const own = era === "legacy" ? meta : { [META.serverInfo]: server.info, ...meta };
  const parts = [
    ...(era === "legacy" ? [] : ['"resultType":"complete"']),
    ...(Object.keys(own).length === 0 ? [] : [`"_meta":${JSON.stringify(own)}`]),
    ...(members === "" ? [] : [members]),
  ];
  return `{${parts.join(",")}}`;
}

/** Result of a tool: the JSON as it came, and the same as text, cut where it is too long. `json` is an object. */
export function toolResult(to: ResultFor, json: string, kind: ResultKind): string {
  const text = JSON.stringify(resultText(json, kind, "structured content"));
  const whole = isTooLong(json) ? `{"truncated":true,${json.slice(json.indexOf("{") + 1)}` : json;
  const content = `"content":[{"type":"text","text":${text}}]`;
  return resultOf(to, `${content},"structuredContent":${whole},"isError":${kind === "refusal"}`);
}
