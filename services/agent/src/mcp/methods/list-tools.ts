import { hasRight } from "@jst/caller";
import { decide } from "@jst/rpc";
import type { ReadyTool } from "../../tools/catalogue.ts";
import { entryOf } from "../../tools/entry.ts";
import { cacheable } from "../cacheable.ts";
import type { McpMethod, McpRequest } from "../call.ts";
import { invalidParams } from "../json-rpc.ts";
import { resultOf } from "../results.ts";
import type { McpServer } from "../server.ts";

/** Tools on one page (agents.listing). */
const PAGE = 100;

/** tools/list: the tools that the token's scopes permit, by name, a page at a time. */
export const listTools: McpMethod = (call) => {
  const { message, era, request, server } = call;
  const after = positionOf(message.params["cursor"]);
  const visible = visibleTools(request, server).filter(({ name }) => name > after);
  const page = visible.slice(0, PAGE);
  const last = page.at(-1);
  const next = last === undefined || page.length === visible.length ? undefined : cursorAt(last.name);
  const members = [
    `"tools":[${page.map(entryOf).join(",")}]`,
    ...(next === undefined ? [] : [`"nextCursor":${JSON.stringify(next)}`]),
    ...(era === "modern" ? [JSON.stringify(cacheable).slice(1, -1)] : []),
  ];
  return resultOf(call, members.join(","));
};

/** The tools of the request that its caller may use, sorted by name. */
export function visibleTools(
  { tools, caller }: Pick<McpRequest, "tools" | "caller">,
  { listsRefused }: Pick<McpServer, "listsRefused">,
): ReadyTool[] {
  return tools.filter(
    (tool) =>
      hasRight(caller, tool.scope.resource, tool.scope.action) &&
      (listsRefused || decide(caller, tool) !== "mcp_export_disabled"),
  );
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
