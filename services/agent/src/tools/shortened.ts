/** Most bytes of text in one tool result (agents.results). */
const TEXT_MAX_BYTES = 65_536;

const CUT = "Cut to 64 KiB. Ask again with a smaller limit or fewer fields to see all.";

/** The JSON as the text of a result, cut where it is too long. It is an object. */
export function shortText(json: string): string {
  return isTooLong(json) ? shortened(json) : json;
}

/** True when the text of a result may not hold all of it. */
export function isTooLong(json: string): boolean {
  return Buffer.byteLength(json) > TEXT_MAX_BYTES;
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
