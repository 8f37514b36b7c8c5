/** A piece of a pattern: a part of a date, or a text that stands for itself. */
export type Piece = { part: string } | { text: string };

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September"],
  ...["October", "November", "December"],
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const SHORT = 3;

const two = (n: number): string => String(n).padStart(2, "0");
const half = (hour: number): number => hour % 12 || 12;
const isLate = (date: Date): boolean => date.getUTCHours() >= 12;

/** Each part of a date and how it is shown, of a clock that is read with getUTC…. */
const SHOWN: Readonly<Record<string, (date: Date) => string>> = {
  YYYY: (date) => String(date.getUTCFullYear()).padStart(4, "0"),
  YY: (date) => two(date.getUTCFullYear() % 100),
  Q: (date) => String(Math.floor(date.getUTCMonth() / 3) + 1),
  MMMM: (date) => MONTHS[date.getUTCMonth()] ?? "",
  MMM: (date) => (MONTHS[date.getUTCMonth()] ?? "").slice(0, SHORT),
  MM: (date) => two(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  DD: (date) => two(date.getUTCDate()),
  D: (date) => String(date.getUTCDate()),
  dddd: (date) => DAYS[date.getUTCDay()] ?? "",
  ddd: (date) => (DAYS[date.getUTCDay()] ?? "").slice(0, SHORT),
  HH: (date) => two(date.getUTCHours()),
  H: (date) => String(date.getUTCHours()),
  hh: (date) => two(half(date.getUTCHours())),
  h: (date) => String(half(date.getUTCHours())),
  mm: (date) => two(date.getUTCMinutes()),
  m: (date) => String(date.getUTCMinutes()),
  ss: (date) => two(date.getUTCSeconds()),
  s: (date) => String(date.getUTCSeconds()),
  SSS: (date) => String(date.getUTCMilliseconds()).padStart(3, "0"),
  A: (date) => (isLate(date) ? "PM" : "AM"),
  a: (date) => (isLate(date) ? "pm" : "am"),
  // ISO writes a letter between date and time.
  T: () => "T",
};

/** A pattern in its pieces; what is wrong with it if letters are not parts of a date. Brackets hold text. */
export function piecesOf(pattern: string): { pieces: Piece[]; unknown?: string } {
  const pieces: Piece[] = [];
  for (const [all, bracketed, letter] of pattern.matchAll(/\[([^\]]*)\]|(\p{L})\2*|[^\p{L}[]+|\[/gu)) {
    if (letter === undefined) pieces.push({ text: bracketed ?? all });
    else if (Object.hasOwn(SHOWN, all)) pieces.push({ part: all });
    else return { pieces, unknown: all };
  }
  return { pieces };
}

/** Shows a part of a date. */
export const shownPart = (part: string, date: Date): string => SHOWN[part]?.(date) ?? part;

/** A part that was read from a text: the member of a date that it sets, and how many characters it took. */
interface ReadPart {
  member: "year" | "month" | "day" | "hour" | "minute" | "second" | "ms" | "half" | "none";
  value: number;
  length: number;
}

/** Members of parts that are numbers; those of two letters or more take as many digits. */
const NUMBERS: Readonly<Record<string, ReadPart["member"]>> = {
  ...{ YYYY: "year", YY: "year", MM: "month", M: "month", DD: "day", D: "day", HH: "hour", H: "hour" },
  ...{ hh: "hour", h: "hour", mm: "minute", m: "minute", ss: "second", s: "second", SSS: "ms" },
};

const NAMES: Readonly<
  Record<string, { member: ReadPart["member"]; names: readonly string[]; from: number }>
> = {
  MMMM: { member: "month", names: MONTHS, from: 1 },
  MMM: { member: "month", names: MONTHS.map((name) => name.slice(0, SHORT)), from: 1 },
  dddd: { member: "none", names: DAYS, from: 0 },
  ddd: { member: "none", names: DAYS.map((name) => name.slice(0, SHORT)), from: 0 },
  A: { member: "half", names: ["AM", "PM"], from: 0 },
  a: { member: "half", names: ["am", "pm"], from: 0 },
  T: { member: "none", names: ["T"], from: 0 },
};

/** Reads a part at the beginning of a text; undefined if it does not stand there. */
export function readPart(part: string, text: string): ReadPart | undefined {
  const member = NUMBERS[part];
  if (member !== undefined) {
    const digits = part.length === 1 ? /^\d{1,2}/.exec(text)?.[0] : text.slice(0, part.length);
    if (digits === undefined || !/^\d+$/.test(digits) || digits.length < part.length) return undefined;
    return { member, value: part === "YY" ? yearOf(Number(digits)) : Number(digits), length: digits.length };
  }
  const named = NAMES[part];
  const at = named?.names.findIndex((name) => text.toLowerCase().startsWith(name.toLowerCase())) ?? -1;
  if (named === undefined || at === -1) return undefined;
  return { member: named.member, value: at + named.from, length: named.names[at]?.length ?? 0 };
}

/** A year of two digits: up to 68 it is of this century. */
const yearOf = (short: number): number => short + (short <= 68 ? 2000 : 1900);

/** Finds the fault of a pattern that shows dates; undefined for a good one. */
export function patternFault(pattern: string): string | undefined {
  const { unknown } = piecesOf(pattern);
  if (unknown === undefined) return undefined;
  return `parts of a date such as YYYY, MM, DD, HH, mm, not "${unknown}"; write other text in [brackets]`;
}

/** Finds the fault of a pattern that reads dates; undefined for a good one. */
export function readingFault(pattern: string): string | undefined {
  const { pieces } = piecesOf(pattern);
  const parts = pieces.flatMap((piece) => ("part" in piece ? [piece.part] : []));
  const unread = parts.find((part) => NUMBERS[part] === undefined && NAMES[part] === undefined);
  if (unread !== undefined) return `parts of a date that can be read, not "${unread}"`;
  const hasYear = parts.some((part) => NUMBERS[part] === "year");
  return patternFault(pattern) ?? (hasYear ? undefined : "a pattern with a year, YYYY or YY");
}
