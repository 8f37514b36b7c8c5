import { plainText, shifted } from "./digits.ts";
import { readDecimal } from "./number.ts";
import { fits, misfit, type Reading } from "./reading.ts";

const SECONDS = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;
type Unit = keyof typeof SECONDS;

/** Units by the words that people write for them. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries({
    d: ["d", "day", "days", "tag", "tage", "tagen"],
    h: ["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"],
    min: ["m", "min", "mins", "minute", "minutes", "minuten"],
    s: ["s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden"],
  } satisfies Record<Unit, string[]>).flatMap(([unit, words]) =>
    words.map((word) => [word, unit as Unit] as const),
  ),
);

const CLOCK = /^(\d{1,13}):([0-5]\d)(?::([0-5]\d))?(?: ?h)?$/;
const PART = /([\d.,'’\s\u066b\u066c]+?)\s*(\p{L}+)\.?\s*/uy;
const HELP = "Write a duration such as 1:30, 90 min or 1.5 h.";
const CHARS_MAX = 100;

/** Reads a duration as whole seconds: 1:30, 1:30:15, 90 min, 1.5 h, 2 d (values.durations). */
export function readDuration(text: string, locale: string): Reading<number> {
  const plain = plainText(text);
  if (plain.length > CHARS_MAX) return misfit("invalid_format", HELP);
  const clock = CLOCK.exec(plain);
  if (clock !== null) {
    const [, hours, minutes, seconds = 0] = clock;
    return whole(Number(hours) * SECONDS.h + Number(minutes) * SECONDS.min + Number(seconds));
  }
  if (plain.startsWith("-")) return misfit("out_of_range", "A duration cannot be negative.");
  return readParts(plain, locale);
}

/** Reads numbers with their units, the larger unit first, each once. */
function readParts(plain: string, locale: string): Reading<number> {
  let sum = 0;
  let last = Infinity;
  PART.lastIndex = 0;
  for (let at = 0; at < plain.length; at = PART.lastIndex) {
    const [, number = "", word = ""] = PART.exec(plain) ?? [];
    const unit = UNITS.get(word.toLowerCase());
    const decimal = readDecimal(number, locale);
    if (unit === undefined || decimal.fault !== undefined || SECONDS[unit] >= last)
      return misfit("invalid_format", HELP);
    const seconds = inSeconds(decimal.value, SECONDS[unit]);
    if (seconds === undefined)
      return misfit("too_precise", "A duration cannot have parts of a second. Write whole seconds.");
    sum += seconds;
    last = SECONDS[unit];
  }
  return last === Infinity ? misfit("invalid_format", HELP) : whole(sum);
}

/** A decimal of a unit in seconds, undefined if these are not whole. */
function inSeconds(decimal: string, unit: number): number | undefined {
  const places = decimal.split(".")[1]?.length ?? 0;
  const scaled = BigInt(shifted(decimal, places)) * BigInt(unit);
  const scale = 10n ** BigInt(places);
  return scaled % scale === 0n ? Number(scaled / scale) : undefined;
}

const whole = (seconds: number): Reading<number> =>
  seconds <= Number.MAX_SAFE_INTEGER
    ? fits(seconds)
    : misfit("out_of_range", "The duration is too long. Write a shorter one.");

/** Shows whole seconds: 1 h 30 min. */
export function shownDuration(seconds: number): string {
  if (!Number.isInteger(seconds) || seconds < 0) return `${seconds} s`;
  const parts: [number, Unit][] = [
    [Math.floor(seconds / SECONDS.h), "h"],
    [Math.floor((seconds % SECONDS.h) / SECONDS.min), "min"],
    [seconds % SECONDS.min, "s"],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? "0 min" : shown.join(" ");
}
