import type { Era } from "./era.ts";
import { META } from "./protocol.ts";
import type { McpServer } from "./server.ts";

/** Most bytes of text in one tool result (agent-surfaces D21). */
export const TEXT_MAX_BYTES = 65_536;

const CUT = "Cut to 64 KiB. Ask again with a smaller limit or fewer fields to see all.";

/** Which server a result comes from, and to what kind of client. */
export interface ResultFor {
  era: Era;
  server: Pick<McpServer, "info">;
}

/** The JSON of a result with what the era adds to every one. `members` is an object's text without its braces. */
export function resultOf({ era, server }: ResultFor, members: string): string {
  if (era === "legacy") return `{${members}}`;
  const own = `"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: server.info })}`;
  return members === "" ? `{${own}}` : `{${own},${members}}`;
}

/** Result of a tool: the JSON as it came, and the same as text, cut where it is too long. `json` is an object. */
export function toolResult(to: ResultFor, json: string, isError: boolean): string {
  const isCut = Buffer.byteLength(json) > TEXT_MAX_BYTES;
  const text = JSON.stringify(isCut ? shortened(json) : json);
  const whole = isCut ? `{"truncated":true,${json.slice(json.indexOf("{") + 1)}` : json;
  const content = `"content":[{"type":"text","text":${text}}]`;
  return resultOf(to, `${content},"structuredContent":${whole},"isError":${isError}`);
}

/**
 * Valid JSON of the same shape that fits: the longest list loses its tail, then the largest members go. A cut page
 * has no next_cursor, which would skip what was cut.
 */
function shortened(json: string): string {
  const value = JSON.parse(json) as Record<string, unknown>;
  Reflect.deleteProperty(value, "next_cursor");
  const kept: Record<string, unknown> = { truncated: true, hint: CUT, ...value };
  const list = Object.entries(kept).find((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  if (list !== undefined) {
    const [name, items] = list;
    const rest = JSON.stringify({ ...kept, [name]: [] });
    kept[name] = items.slice(0, fitting(items, TEXT_MAX_BYTES - Buffer.byteLength(rest)));
  }
  const bySize = Object.keys(value).sort((a, b) => sizeOf(kept[a]) - sizeOf(kept[b]));
  while (sizeOf(kept) > TEXT_MAX_BYTES) {
    const largest = bySize.pop();
    if (largest === undefined) break;
    Reflect.deleteProperty(kept, largest);
  }
  return JSON.stringify(kept);
}

function fitting(items: readonly unknown[], bytes: number): number {
  let left = bytes;
  const end = items.findIndex((item) => (left -= sizeOf(item) + 1) < 0);
  return end < 0 ? items.length : end;
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
