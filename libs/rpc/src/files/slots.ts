import { FairSemaphore } from "@jst/db";

/** Longest time of a file (limits.list-files). */
export const FILE_MS = 600_000;
/** Longest time in which a reader takes nothing (moving.stream). */
export const STALL_MS = 60_000;
/** Longest wait for the file of the same team before. */
export const WAIT_MS = 10_000;

/** One file of a team at a time, and so many of all teams that requests have connections left. */
const slots = new FairSemaphore({
  most: 3,
  mostOfTeam: 1,
  waitMs: WAIT_MS,
  subject: "files of lists",
  remedy: "Wait for the other file of your team, then try again after the seconds in Retry-After.",
});

/** Waits for the slot of a file; call the result once, when the file has ended. Throws unavailable after 10 s. */
export function beginFile(teamId: string, departure?: () => AbortSignal): Promise<() => void> {
  return slots.begin(teamId, { callerMs: WAIT_MS, departure });
}

/** Makes a function that runs once. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
