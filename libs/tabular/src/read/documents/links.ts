import { setImmediate } from "node:timers/promises";
import MarkdownIt from "markdown-it";

/** Characters that are read before other work has its turn, and of the longest line that is read. */
const PIECE_CHARS = 16_384;
const LINE_CHARS_MAX = 16_384;
/** Most characters of an address that is read. */
const ADDRESS_MAX = 2_048;
const { parseLinkDestination } = new MarkdownIt().helpers;

/** Start of a link or a picture in a line, of the definition of a link, and addresses of HTML. */
const INLINE = /(?<!\\)\]\([ \t]*/g;
const DEFINITION = /^ {0,3}\[[^[\]]{1,999}\]:[ \t]*/g;
const HTML = /<(?:a|img)\b[^<>]{0,500}?\s(?:href|src)="/gi;
const FENCE = /^[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})/;

/** Place of an address in a line. */
interface Place {
  from: number;
  to: number;
  address: string;
}

/**
 * Rewrites the addresses of links, pictures and their definitions in Markdown; code and very long lines stay as they
 * are. `addressOf` returns undefined for an address that stays. Other work has its turn between pieces of the text, and
 * the time grows with the text alone.
 */
export async function withAddresses(
  markdown: string,
  addressOf: (address: string) => string | undefined,
): Promise<string> {
  const written: string[] = [];
  let chars = 0;
  for (const { line, isCode } of linesOf(markdown)) {
    chars += line.length;
    if (chars > PIECE_CHARS) {
      chars = 0;
      await setImmediate();
    }
    written.push(isCode || line.length > LINE_CHARS_MAX ? line : rewritten(line, addressOf));
  }
  return written.join("\n");
}

function rewritten(line: string, addressOf: (address: string) => string | undefined): string {
  let text = "";
  let at = 0;
  for (const { from, to, address } of placesIn(line)) {
    if (from < at) continue;
    const next = addressOf(address);
    if (next === undefined) continue;
    text += line.slice(at, from) + next;
    at = to;
  }
  return text + line.slice(at);
}

/** Finds the first heading of the first level. */
export function firstHeading(markdown: string): string | undefined {
  for (const { line, isCode } of linesOf(markdown)) {
    const heading = isCode ? undefined : /^ {0,3}#[ \t]+(\S.{0,1000})/.exec(line)?.[1];
    if (heading !== undefined) return heading.trimEnd().replace(/[ \t]+#+$/, "");
  }
  return undefined;
}

interface Line {
  line: string;
  isCode: boolean;
}

/** Reads the lines of a text, and whether they are in a block of code. */
function* linesOf(text: string): Generator<Line, void, undefined> {
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1];
    const isCode = fence !== "" || mark !== undefined;
    if (fence === "") fence = mark ?? "";
    else if (mark?.startsWith(fence) === true && line.trimEnd().endsWith(mark)) fence = "";
    yield { line, isCode };
  }
}

function placesIn(line: string): Place[] {
  const code = codeIn(line);
  const found = [...starts(line, INLINE), ...starts(line, DEFINITION)].flatMap((from) => {
    const { ok, pos, str } = parseLinkDestination(line, from, Math.min(line.length, from + ADDRESS_MAX));
    return ok ? [{ from, to: pos, address: str }] : [];
  });
  const html = starts(line, HTML).flatMap((from) => {
    const to = line.slice(from, from + ADDRESS_MAX).indexOf('"');
    return to === -1 ? [] : [{ from, to: from + to, address: line.slice(from, from + to) }];
  });
  return [...found, ...html]
    .filter(({ from }) => code[from] !== 1)
    .toSorted((one, other) => one.from - other.from);
}

const starts = (line: string, pattern: RegExp): number[] =>
  [...line.matchAll(pattern)].map(({ index, 0: text }) => index + text.length);

/** Marks the characters of a line that are in spans of code. */
function codeIn(line: string): Uint8Array {
  const marked = new Uint8Array(line.length + 1);
  if (!line.includes("`")) return marked;
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ index, length: run.length }));
  const byLength = Map.groupBy(runs, ({ length }) => length);
  let end = 0;
  for (const { index, length } of runs) {
    if (index < end) continue;
    const same = byLength.get(length) ?? [];
    while ((same[0]?.index ?? Infinity) <= index) same.shift();
    const closing = same[0];
    if (closing === undefined) continue;
    end = closing.index + length;
    marked.fill(1, index, end);
  }
  return marked;
}
