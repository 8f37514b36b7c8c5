import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../database.ts";
import { startLeased, type RunningWork } from "../leased-work.ts";
import type { LeasedSession } from "../leased-session.ts";
import type { Texts } from "./texts.ts";
import { normalizeTeam, retryNoted, type Walk } from "./walk.ts";

/** Wait between two passes, and passes from one whole walk to the next. */
const PASS_MS = 3_600_000;
const PASSES_PER_WALK = 24;
const RETRY_MS = 10_000;

export interface NormalizerOptions {
  /** Name of the service and of its schema. */
  service: string;
  /** Connection of the service's own role, which has the lease. */
  connectionString: string;
  database: Database;
  texts: Texts;
  /** Lists ids of teams after a team, by the name that the list before ended with; empty after the last. */
  teamsAfter: (after: string) => Promise<{ slugs: readonly string[]; ids: readonly string[] }>;
  onStored: (teamId: string, rows: number) => void;
  onFailure: (error: unknown) => void;
}

/**
 * Stores texts of all teams in NFC (conventions.normalization): at start and daily, since processes of an earlier
 * release may have stored others until then. Every hour rows are tried again whose values were taken. Of all processes
 * of the service one walks at a time, and rests as long as it has worked.
 */
export function startNormalizer(options: NormalizerOptions): RunningWork {
  const { service, connectionString, onFailure } = options;
  return startLeased({
    connectionString,
    applicationName: `${service}_normalizer`,
    lease: `${service} normalization`,
    timeoutMs: 10_000,
    retryMs: RETRY_MS,
    onFailure,
    work: async (session, stopped) => {
      for (let pass = 0; goesOn(session, stopped); pass += 1) {
        await passOver(options, { session, stopped, isWhole: pass % PASSES_PER_WALK === 0 });
        await pause(PASS_MS, stopped);
      }
    },
  });
}

interface Pass {
  session: LeasedSession;
  stopped: AbortSignal;
  /** Walks all texts, not the noted rows alone. */
  isWhole: boolean;
}

async function passOver(
  { service, database, texts, teamsAfter, onStored }: NormalizerOptions,
  { session, stopped, isWhole }: Pass,
): Promise<void> {
  let after = "";
  for (;;) {
    const { slugs, ids } = await teamsAfter(after);
    for (const teamId of ids) {
      if (!goesOn(session, stopped)) return;
      const walk: Walk = { database, schema: service, texts, teamId, rest: resting(session, stopped) };
      const rows = await (isWhole ? normalizeTeam : retryNoted)(walk);
      if (rows > 0) onStored(teamId, rows);
    }
    const last = slugs.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Rests as long as the work since the last rest took. */
function resting(session: LeasedSession, stopped: AbortSignal): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    await pause(performance.now() - since, stopped);
    since = performance.now();
    return goesOn(session, stopped);
  };
}

const goesOn = (session: LeasedSession, stopped: AbortSignal) => session.isHeld && !stopped.aborted;

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stopped }).catch(() => undefined);
}
