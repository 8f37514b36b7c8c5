/** Room that a beginning of a text is worth. */
const TEXT_MIN_BYTES = 64;

const MARK = "…";

type Path = readonly (string | number)[];

/**
 * The value in at most so many bytes of JSON: what is small stays whole, what is large shares the rest. A text keeps
 * its beginning, a list its first items, an object its members, each cut in turn; undefined when nothing fits. The path
 * of whatever lost something is added to `cuts`.
 */
export function cut(value: unknown, bytes: number, path: Path, cuts: Path[]): unknown {
  if (sizeOf(value) <= bytes) return value;
  if (bytes >= TEXT_MIN_BYTES) {
    if (Array.isArray(value)) return cutList(value, bytes, path, cuts);
    if (value !== null && typeof value === "object") return cutObject(value, bytes, path, cuts);
  }
  cuts.push(path);
  return typeof value === "string" && bytes >= TEXT_MIN_BYTES ? cutText(value, bytes) : undefined;
}

/** Bytes of the value as JSON. */
function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}

function cutText(text: string, bytes: number): string {
  let fits = 0;
  let most = Math.min(text.length, bytes);
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (sizeOf(beginning(text, middle)) <= bytes) fits = middle;
    else most = middle - 1;
  }
  return beginning(text, fits);
}

/** So many characters of the text, no half of a pair of surrogates at the end. */
function beginning(text: string, length: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end) + MARK;
}

/** The first items that fit; of a first one that does not fit, what is left of it. */
function cutList(items: readonly unknown[], bytes: number, path: Path, cuts: Path[]): unknown[] {
  let room = bytes - 1;
  const end = items.findIndex((item) => (room -= sizeOf(item) + 1) < 0);
  if (end > 0 || items.length > 1) cuts.push(path);
  if (end > 0) return items.slice(0, end);
  const first = cut(items[0], bytes - 2, [...path, 0], cuts);
  return first === undefined ? [] : [first];
}

/** Members from the smallest to the largest, each of which may have its share of what is left. */
function cutObject(value: object, bytes: number, path: Path, cuts: Path[]): object {
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const cost = sizeOf(name) + 2;
    return { name, member, cost, size: cost + sizeOf(member) };
  });
  let room = bytes - 1;
  const kept = new Map<string, unknown>();
  for (const [index, { name, member, cost }] of members.toSorted((a, b) => a.size - b.size).entries()) {
    const share = Math.floor(room / (members.length - index)) - cost;
    const rest = cut(member, share, [...path, name], cuts);
    if (rest === undefined) continue;
    kept.set(name, rest);
    room -= cost + sizeOf(rest);
  }
  const inOrder = members.filter(({ name }) => kept.has(name));
  return Object.fromEntries(inOrder.map(({ name }) => [name, kept.get(name)]));
}
