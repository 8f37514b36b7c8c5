import type { Era } from "./era.ts";
import { META, SERVER_INFO } from "./protocol.ts";

/** Most bytes of text in one tool result (agent-surfaces D21). */
export const TEXT_MAX_BYTES = 65_536;

const CUT = "Cut to 64 KiB. Ask again with a smaller limit or fewer fields to see all.";
const MODERN_MEMBERS = `"resultType":"complete","_meta":${JSON.stringify({ [META.serverInfo]: SERVER_INFO })}`;

/** The JSON of a result with what the era adds to every one. `members` is an object's text without its braces. */
export function resultOf(era: Era, members: string): string {
  if (era === "legacy") return `{${members}}`;
  return members === "" ? `{${MODERN_MEMBERS}}` : `{${MODERN_MEMBERS},${members}}`;
}

/** Result of a tool: the JSON as it came, and the same as text, cut where it is too long. `json` is an object. */
export function toolResult(era: Era, json: string, isError: boolean): string {
  const isCut = Buffer.byteLength(json) > TEXT_MAX_BYTES;
  const text = JSON.stringify(isCut ? shortened(json) : json);
  const whole = isCut ? `{"truncated":true,${json.slice(json.indexOf("{") + 1)}` : json;
  const content = `"content":[{"type":"text","text":${text}}]`;
  return resultOf(era, `${content},"structuredContent":${whole},"isError":${isError}`);
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
