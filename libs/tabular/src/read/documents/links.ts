import MarkdownIt from "markdown-it";

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
 * Rewrites the addresses of links, pictures and their definitions in Markdown; code stays as it is. `addressOf` returns
 * undefined for an address that stays. The time grows with the text alone: no line is read twice.
 */
export function withAddresses(markdown: string, addressOf: (address: string) => string | undefined): string {
  return eachLine(markdown, (line) => {
    let written = "";
    let at = 0;
    for (const { from, to, address } of placesIn(line)) {
      if (from < at) continue;
      const next = addressOf(address);
      if (next === undefined) continue;
      written += line.slice(at, from) + next;
      at = to;
    }
    return written + line.slice(at);
  });
}

/** Finds the first heading of the first level. */
export function firstHeading(markdown: string): string | undefined {
  let found: string | undefined;
  eachLine(markdown, (line) => {
    found ??= /^ {0,3}#[ \t]+(\S.*)$/.exec(line.trimEnd())?.[1]?.replace(/[ \t]+#+$/, "");
    return line;
  });
  return found;
}

/** Maps the lines of a text that are not in a block of code. */
function eachLine(text: string, map: (line: string) => string): string {
  let fence = "";
  const lines = text.split("\n").map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === "") {
      fence = mark ?? "";
      return mark === undefined ? map(line) : line;
    }
    if (mark?.startsWith(fence) === true && line.trimEnd().endsWith(mark)) fence = "";
    return line;
  });
  return lines.join("\n");
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
