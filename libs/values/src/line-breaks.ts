const BREAK = /\r\n?|\n/g;

/**
 * Restores the line breaks of the original in a text that was edited in a field, which makes every break "\n". Text
 * before and behind the edited part stays to the letter.
 */
export function keptBreaks(was: string, edited: string): string {
  const before = linesOf(was);
  const after = edited.split("\n");
  const { start, end } = sameEnds(before.lines, after);
  const breaks = after.slice(1).map((_, at) => {
    if (at < start) return before.breaks[at] ?? "\n";
    const fromEnd = after.length - 1 - at;
    return fromEnd <= end ? (before.breaks[before.lines.length - 1 - fromEnd] ?? "\n") : "\n";
  });
  return after.map((line, at) => (at === 0 ? "" : (breaks[at - 1] ?? "\n")) + line).join("");
}

const linesOf = (text: string) => ({ lines: text.split(BREAK), breaks: text.match(BREAK) ?? [] });

/** How many lines from the start and from the end are the same; the start first, and no line twice. */
function sameEnds(before: readonly string[], after: readonly string[]): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}
