const distance = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** A time as a person of the team reads it, in the team's zone: 24 Nov 2026, 09:30 CET. */
export function shownTime(text: string, timeZone: string): string {
  const shape = {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  return new Intl.DateTimeFormat("en-GB", { ...shape, timeZone, timeZoneName: "short" }).format(
    new Date(text),
  );
}

/** How far away a time is: 3 hours ago, in 2 days. */
export function shownDistance(text: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(text) - nowMs) / 1_000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return distance.format(Math.trunc(seconds / length), unit);
  }
  return seconds > 0 ? "in a moment" : "just now";
}
