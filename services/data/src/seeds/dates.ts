const DAY_MS = 86_400_000;

/** The day so many days after today, as cells and texts write it. */
export function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}
