import { wallOf } from "../slots/zone.ts";

const MINUTE_MS = 60_000;

/** An instant as a slot is written: the clock of the zone with its offset, to the second (scheduling.times). */
export function slotTime(instant: number, zone: string): string {
  const wall = wallOf(zone, instant);
  // Offsets of zones are whole minutes since 1972.
  const minutes = Math.round((wall - instant) / MINUTE_MS);
  const sign = minutes < 0 ? "-" : "+";
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const clock = new Date(instant + minutes * MINUTE_MS).toISOString().slice(0, 19);
  return `${clock}${sign}${two(hour)}:${two(minute)}`;
}

const two = (n: number): string => String(n).padStart(2, "0");
