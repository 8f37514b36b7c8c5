import type { Schemas } from "../api.ts";

type Summary = Pick<Schemas["AuditSummary"], "from" | "to" | "counts">;
type Count = Schemas["RequestCount"];
export type Sum = "requests" | "writes" | "denied";

/** A day with what came in by each door that anything came in by, and all of it. */
export interface Day {
  day: string;
  all: number;
  byDoor: readonly number[];
}

const DAY_MS = 86_400_000;

/** Every day of the summary, those without a request too, by the doors in this order. */
export function daysOf({ from, to, counts }: Summary, sum: Sum, doors: readonly Count["door"][]): Day[] {
  const known = new Map(counts.map((count) => [`${count.day} ${count.door}`, count[sum]]));
  const days: Day[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    const byDoor = doors.map((door) => known.get(`${day} ${door}`) ?? 0);
    days.push({ day, byDoor, all: byDoor.reduce((all, one) => all + one, 0) });
  }
  return days;
}

/** A part of a bar, from its bottom up, as a share of the fullest day. */
export interface Part {
  bottom: number;
  height: number;
}

/** The parts of a day's bar, one per door. */
export function partsOf({ byDoor }: Pick<Day, "byDoor">, most: number): Part[] {
  let below = 0;
  return byDoor.map((count) => {
    const part = { bottom: below / most, height: count / most };
    below += count;
    return part;
  });
}
