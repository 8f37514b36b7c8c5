import { decide } from "@jst/rpc";
import { placeOf, type ReadyTool } from "../../tools/catalogue.ts";
import { entryOf } from "../../tools/entry.ts";
import { isOffered, listed } from "../../tools/offered.ts";
import { cacheable } from "../cacheable.ts";
import type { McpMethod, McpRequest, McpServer } from "../server.ts";
import { invalidParams } from "../json-rpc.ts";
import { resultOf } from "../results.ts";

/** Tools on one page (agents.listing). */
const PAGE = 100;

/** tools/list: the tools that the scopes permit and whose module is on, by toolset and name, a page at a time. */
export const listTools: McpMethod = (call) => {
  const { message, era, request, server } = call;
  const after = positionOf(message.params["cursor"]);
  const visible = visibleTools(request, server);
  const shown = listed(visible);
  const rest = shown.filter((tool) => placeOf(tool) > after);
  const page = rest.slice(0, PAGE);
  const last = page.at(-1);
  const next = last === undefined || page.length === rest.length ? undefined : cursorAt(placeOf(last));
  const members = [
    `"tools":[${page.map(entryOf).join(",")}]`,
    ...(next === undefined ? [] : [`"nextCursor":${JSON.stringify(next)}`]),
    ...(era === "modern" ? [JSON.stringify(cacheable).slice(1, -1)] : []),
  ];
  return resultOf(call, members.join(","), moreOf(visible, shown));
};

/** Notes how many tools a list leaves out, and the toolsets that list them (agents.listing). */
function moreOf(visible: readonly ReadyTool[], shown: readonly ReadyTool[]): Record<string, unknown> {
  const left = visible.filter((tool) => !shown.includes(tool));
  const toolsets = [...new Set(left.map(({ toolset }) => toolset))];
  return left.length === 0 ? {} : { "jst/more": { count: left.length, toolsets } };
}

/** The tools of the request that its caller may use, by toolset and name. */
export function visibleTools(
  { tools, caller }: Pick<McpRequest, "tools" | "caller">,
  { listsRefused }: Pick<McpServer, "listsRefused">,
): ReadyTool[] {
  return tools.filter(
    (tool) => isOffered(tool, caller) && (listsRefused || decide(caller, tool) !== "mcp_export_disabled"),
  );
}

function cursorAt(place: string): string {
  return Buffer.from(`after:${place}`).toString("base64url");
}

/** Place of the last tool the client has; "" from the start. */
function positionOf(cursor: unknown): string {
  if (cursor === undefined) return "";
  const text = typeof cursor === "string" ? Buffer.from(cursor, "base64url").toString() : "";
  const match = /^after:([a-z][a-z0-9_]{0,63}\/[a-z][a-z0-9_]{0,63})$/.exec(text);
  if (match?.[1] === undefined || cursorAt(match[1]) !== cursor)
    throw invalidParams(
      "The cursor does not belong to this list. Start again without a cursor.",
      "invalid_cursor",
    );
  return match[1];
}
