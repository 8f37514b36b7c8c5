import type { Schemas } from "../api.ts";

type Hours = Schemas["WeekdayHours"];

const INTERVAL = /^(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)$/;

/** Hours of a day as a person writes them: 09:00-12:30, 13:30-17:00. */
export const shownHours = ({ intervals }: Hours): string =>
  intervals.map(({ start, end }) => `${start}-${end}`).join(", ");

/** The hours that were written; undefined where they cannot be read. */
export function readHours(weekday: number, text: string): Hours | undefined {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const intervals = parts.map((part) => {
    const [, start = "", end = ""] = INTERVAL.exec(part) ?? [];
    return { start, end };
  });
  return intervals.every(({ start }) => start !== "") ? { weekday, intervals } : undefined;
}
