import { shownInstant } from "@jst/values";
import { locale } from "../preferences/locale.ts";

const distance = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Whether a value is a time, as the API has it. */
export const isMoment = (value: unknown): value is string => typeof value === "string" && MOMENT.test(value);

/** A time as a person of the team reads it, in the team's zone: 24 Nov 2026, 09:30 CET. */
export const shownTime = (text: string, timeZone: string): string => shownInstant(text, { locale, timeZone });

/** How far away a time is: 3 hours ago, in 2 days. */
export function shownDistance(text: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(text) - nowMs) / 1_000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return distance.format(Math.trunc(seconds / length), unit);
  }
  return seconds > 0 ? "in a moment" : "just now";
}
