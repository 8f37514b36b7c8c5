import { DATE_WORDS, DAY_COUNTS, FILTERS } from "../../words/filters.ts";

/** A day or span of days that moves with the present day, as the API takes it (conventions.date-operators). */
export interface RelativeDate {
  rel: string;
  n?: number;
  timezone?: string;
}

const MEMBERS = ["rel", "n", "timezone"];
/** Days that the API counts. */
export const DAYS_MAX = 36_500;

/** Reads a relative date; undefined for every other value. */
export function relativeIn(value: unknown): RelativeDate | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { rel, n, timezone } = value as Readonly<Record<string, unknown>>;
  if (!Object.keys(value).every((name) => MEMBERS.includes(name)) || typeof rel !== "string")
    return undefined;
  if (timezone !== undefined && !isZone(timezone)) return undefined;
  const zone = timezone === undefined ? {} : { timezone };
  if (Object.hasOwn(DATE_WORDS, rel)) return n === undefined ? { rel, ...zone } : undefined;
  if (!isCounted(rel) || typeof n !== "number" || !Number.isInteger(n)) return undefined;
  return n >= 0 && n <= DAYS_MAX ? { rel, n, ...zone } : undefined;
}

function isZone(zone: unknown): zone is string {
  try {
    return typeof zone === "string" && new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}

/** Whether a word takes a number of days. */
export const isCounted = (rel: string): boolean => Object.hasOwn(DAY_COUNTS, rel);

/** Shows a relative date in words. */
export function shownRelative({ rel, n = 0, timezone }: RelativeDate): string {
  const words = DAY_COUNTS[rel]?.shown(n) ?? DATE_WORDS[rel] ?? rel;
  return timezone === undefined ? words : FILTERS.inZone(words, timezone);
}
