/** An instruction with a Unicode class has hundreds of ranges: each counts as so many more. */
const UNICODE_CLASS = 5;

/** The words of a pattern: quoted text, escapes, classes, flags, opening brackets, counts, single characters. */
const WORDS = new RegExp(
  [
    String.raw`\\Q[^]*?(?:\\E|$)`,
    String.raw`\\[pP](?:\{[^}]*\}|[^])`,
    String.raw`\\x\{[^}]*\}`,
    String.raw`\\[^]`,
    String.raw`\[\^?\]?(?:\\[pP](?:\{[^}]*\}|[^])|\\[^]|\[:[^\]]*:\]|[^\]\\])*\]`,
    String.raw`\(\?[A-Za-z-]*\)`,
    String.raw`\((?:\?(?:P?<[^>]*>|[A-Za-z-]*:))?`,
    String.raw`\{(?<least>[0-9]+),?(?<most>[0-9]*)\}`,
    "[^]",
  ].join("|"),
  "g",
);

/** Instructions of what stands in one pair of brackets so far, and of the last of it, which a count would repeat. */
interface Level {
  size: number;
  last: number;
}

/**
 * Counts the instructions of the program that a pattern makes, by its text alone and never too few. A pattern that is
 * too large is therefore refused without being compiled. A pattern with a fault has some size too.
 */
export function patternSize(pattern: string): number {
  // The ends of a program, and what stands for nothing in it.
  const whole: Level = { size: 3, last: 0 };
  const levels = [whole];
  for (const { 0: word, groups = {} } of pattern.matchAll(WORDS)) {
    const level = levels.at(-1) ?? whole;
    if (/^\(\?[A-Za-z-]*\)$/.test(word)) continue;
    if (word.startsWith("(")) levels.push({ size: 0, last: 0 });
    else if (word === "|") add(level, 2);
    else if (word === ")" && levels.length > 1) {
      levels.pop();
      // Its two ends, and what stands for nothing in it.
      add(levels.at(-1) ?? whole, level.size + 3);
    } else if (isRepeat(word, groups)) {
      const { last } = level;
      level.size -= last;
      add(level, repeatedSize(last, groups));
    } else add(level, sizeOf(word));
  }
  return levels.reduce((size, level) => size + level.size, 0);
}

function add(level: Level, size: number): void {
  level.size += size;
  level.last = size;
}

type Counts = Readonly<Record<string, string>>;

const isRepeat = (word: string, { least }: Counts) => least !== undefined || /^[*+?]$/.test(word);

/** A program has as many copies as the greater count says; one more instruction lets one be left out. */
function repeatedSize(last: number, { least = "1", most = "" }: Counts): number {
  const copies = Math.max(1, Number(least), Number(most));
  return copies * last + Math.max(0, copies - Number(least)) + 2;
}

/** Instructions of an escape, a class, quoted text or a character. */
function sizeOf(word: string): number {
  if (word.startsWith("\\Q")) return word.length;
  return 1 + UNICODE_CLASS * (word.match(/\\[pP]/g)?.length ?? 0);
}
