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

/** A time as a field takes it, on the clock of the zone: 2026-11-24T09:30. */
export function clockOf(text: string, timeZone: string): string {
  const shape = { dateStyle: "short", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat("sv-SE", shape).format(new Date(text)).replace(" ", "T");
}

/** The time at which the clock of the zone shows that; what it skips is as much later. */
export function timeOf(clock: string, timeZone: string): string {
  const wanted = Date.parse(`${clock}Z`);
  const aheadAt = (ms: number) => Date.parse(`${clockOf(new Date(ms).toISOString(), timeZone)}Z`) - ms;
  const near = wanted - aheadAt(wanted);
  return new Date(wanted - aheadAt(near)).toISOString();
}
