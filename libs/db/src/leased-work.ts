import { setTimeout as delay } from "node:timers/promises";
import { LeasedSession, type LeaseOptions } from "./leased-session.ts";

/** Work that of all processes one does at a time. */
export interface LeasedWork extends LeaseOptions {
  /** Wait after a failure, and between two tries for a lease that another one holds. */
  retryMs: number;
  /** Goes on until it is stopped or cannot go on. What comes after a failure starts from what was recorded. */
  work(session: LeasedSession, stopped: AbortSignal): Promise<void>;
  /** Waits for the next try while another one works; without it, `retryMs`. */
  standby?(session: LeasedSession, stopped: AbortSignal): Promise<void>;
  /** Receives a failure of the work or of the connection to the database; the work is tried again. */
  onFailure(error: unknown): void;
}

/** Leased work that has been started. */
export interface RunningWork {
  /** Lets the step under way end, then gives the lease back. */
  stop(): Promise<void>;
}

/** Does the work whenever its lease can be had, until it is stopped. */
export function startLeased(work: LeasedWork): RunningWork {
  const stopping = new AbortController();
  const done = workAgainAndAgain(work, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** A clock: passes over all teams that of all processes one makes at a time. */
export interface Clock extends Omit<LeasedWork, "work" | "standby"> {
  /** Wait between two passes. */
  passMs: number;
  /** Makes one pass and returns whether more can be done at once. */
  pass: (session: LeasedSession) => Promise<boolean>;
}

/**
 * Makes passes whenever the lease can be had, until the clock is stopped. It remembers nothing, so after a standstill
 * it catches up.
 */
export function startClock({ passMs, pass, ...clock }: Clock): RunningWork {
  return startLeased({
    ...clock,
    work: async (session, stopped) => {
      while (session.isHeld && !stopped.aborted) if (!(await pass(session))) await pause(passMs, stopped);
    },
  });
}

async function workAgainAndAgain(options: LeasedWork, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    let session: LeasedSession | undefined;
    try {
      session = await LeasedSession.open(options);
      if (await taken(session, options, stopped)) await options.work(session, stopped);
    } catch (error) {
      options.onFailure(error);
    } finally {
      await session?.close();
    }
    await pause(options.retryMs, stopped);
  }
}

/** Waits for the lease; true once the session has it, false if the work is stopped before. */
async function taken(session: LeasedSession, options: LeasedWork, stopped: AbortSignal): Promise<boolean> {
  while (!stopped.aborted) {
    if (await session.take()) return true;
    if (options.standby) await options.standby(session, stopped);
    else await pause(options.retryMs, stopped);
  }
  return false;
}

/** Resolves after the time or when the work is stopped. */
async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stopped }).catch(() => undefined);
}
