import { hasRight } from "@jst/caller";
import type { ReadyTool } from "../../tools/catalogue.ts";
import { cacheable } from "../cacheable.ts";
import type { McpMethod } from "../call.ts";
import { invalidParams } from "../json-rpc.ts";
import { resultOf } from "../results.ts";

/** Tools on one page (agent-surfaces D20). */
const PAGE = 100;

/** tools/list: the tools that the token's scopes permit, by name, a page at a time. */
export const listTools: McpMethod = ({ message, era, request }) => {
  const after = positionOf(message.params["cursor"]);
  const visible = request.tools.filter(
    ({ scope, name }) => hasRight(request.caller, scope.resource, scope.action) && name > after,
  );
  const page = visible.slice(0, PAGE);
  const last = page.at(-1);
  const next = last === undefined || page.length === visible.length ? undefined : cursorAt(last.name);
  const members = [
    `"tools":[${page.map(entryOf).join(",")}]`,
    ...(next === undefined ? [] : [`"nextCursor":${JSON.stringify(next)}`]),
    ...(era === "modern" ? [JSON.stringify(cacheable).slice(1, -1)] : []),
  ];
  return resultOf(era, members.join(","));
};

const entries = new WeakMap<ReadyTool, string>();

/** Scope and confirm stand twice: official clients strip members they do not know (agent-surfaces 2.2). */
function entryOf(tool: ReadyTool): string {
  const known = entries.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, inputSchema, outputSchema, annotations, scope, confirm } = tool;
  const _meta = { "jst/scope": scope, "jst/confirm": confirm };
  const entry = { name, title, description, inputSchema, outputSchema, annotations, scope, confirm, _meta };
  const text = JSON.stringify(entry);
  entries.set(tool, text);
  return text;
}

function cursorAt(name: string): string {
  return Buffer.from(`after:${name}`).toString("base64url");
}

/** Name of the last tool the client has; "" from the start. */
function positionOf(cursor: unknown): string {
  if (cursor === undefined) return "";
  const text = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString() : "";
  const match = /^after:([a-z][a-z0-9_]{0,63})$/.exec(text);
  if (match?.[1] === undefined || cursorAt(match[1]) !== cursor)
    throw invalidParams("The cursor is not one of this list's.", "invalid_cursor");
  return match[1];
}
