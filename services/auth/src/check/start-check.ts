import type { CallerSigner } from "@jst/caller";
import type { SystemDatabase } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { listenForChanges } from "../invalidation/listen.ts";
import { Check } from "./check.ts";
import { DecisionAudit } from "./decision-audit.ts";
import { countLimiterOpen, decisionRecorder } from "./check-telemetry.ts";
import { Grants } from "./grants.ts";
import { HostDirectory } from "./host-directory.ts";
import { Limiter } from "./limiter.ts";
import { OpenDoors } from "./open-doors.ts";
import { TokenDirectory } from "./token-directory.ts";
import type { Counts } from "../counts/counts.ts";
import { LastUsed } from "../tokens/last-used.ts";

export interface StartCheckOptions {
  baseUrl: string;
  /** Connection of auth_lookup. */
  lookup: SystemDatabase;
  /** The same role's address, for a connection of its own that listens. */
  listenUrl: string;
  redisUrl: string;
  /** Milliseconds that the limiter waits for Redis. */
  patienceMs?: number;
  /** Milliseconds for which answers are believed without asking; only tests set it. */
  memoryMs?: number | undefined;
  /** Counts requests and the calls of connected apps. */
  counts: Counts;
  signer: CallerSigner;
  logger: Logger;
}

/** Check with its memory, its limiter and its ear on the database. */
export interface RunningCheck {
  answer(bytes: Buffer, traceparent?: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Milliseconds between two lines about one lasting fault. */
const QUIET_MS = 1_000;

/** Starts Check. It answers from the first moment on; Redis and the announcements may come later. */
export function startCheck(options: StartCheckOptions): RunningCheck {
  const { lookup, logger, memoryMs } = options;
  const tokens = new TokenDirectory(lookup, "token", memoryMs);
  const sessions = new TokenDirectory(lookup, "session", memoryMs);
  const hosts = new HostDirectory(lookup, memoryMs);
  const doors = new OpenDoors(lookup, options.baseUrl, memoryMs);
  const warnOpen = seldom((error, times) =>
    logger.warn({ error, times }, "limiter open: requests pass uncounted"),
  );
  const warnFault = seldom((error, times) => logger.error({ error, times }, "check failed closed"));
  const onOpen = (error: unknown) => {
    countLimiterOpen();
    warnOpen(error);
  };
  const { redisUrl, patienceMs } = options;
  const limiter = new Limiter({ redisUrl, ...(patienceMs === undefined ? {} : { patienceMs }), onOpen });
  const lastUsed = new LastUsed(lookup, (error) =>
    logger.warn({ error }, "the last use of tokens was not written"),
  );
  const memories = [tokens, sessions];
  const listener = listenForChanges({ connectionString: options.listenUrl, memories, hosts, doors, logger });
  const check = new Check({
    baseUrl: options.baseUrl,
    tokens,
    sessions,
    hosts,
    doors,
    limiter,
    grants: new Grants(options.signer, options.baseUrl),
    lastUsed,
    counts: options.counts,
    audit: new DecisionAudit(lookup),
    onFault: warnFault,
    record: decisionRecorder(logger),
  });
  return {
    answer: (bytes, traceparent) => check.answer(bytes, traceparent),
    close: async () => {
      limiter.close();
      await listener.close();
      await lastUsed.close();
    },
  };
}

/** Reports a fault that comes with every request at most once a second, with the number of times since. */
function seldom(report: (error: unknown, times: number) => void): (error: unknown) => void {
  let times = 0;
  let quietUntil = 0;
  return (error) => {
    times += 1;
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + QUIET_MS;
    report(error, times);
    times = 0;
  };
}
