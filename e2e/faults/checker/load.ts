import type { Write } from "./history.ts";

/** Without an acknowledgement for this long the path is away. */
const awayFromMs = 250;

/** Load of an episode's writers, and its outcomes. */
export interface Load {
  sent: number;
  acknowledged: number;
  writingMs: number;
  /** Part of it in which acknowledgements came no more than a quarter of a second apart. */
  upMs: number;
}

/** Measures the load from the writes themselves, so that nothing but an answer counts as a path that is up. */
export function loadOf(writes: readonly Write[]): Load {
  const acknowledged = writes.filter(({ outcome }) => outcome === "ok").map(({ endedMs }) => endedMs);
  const from = writes.reduce((least, { sentMs }) => Math.min(least, sentMs), Infinity);
  const to = writes.reduce((most, { endedMs }) => Math.max(most, endedMs), 0);
  const marks = [from, ...acknowledged.sort((one, other) => one - other), to];
  const gaps = marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark));
  const awayMs = gaps.filter((gap) => gap > awayFromMs).reduce((sum, gap) => sum + gap, 0);
  const writingMs = writes.length === 0 ? 0 : to - from;
  return { sent: writes.length, acknowledged: acknowledged.length, writingMs, upMs: writingMs - awayMs };
}
