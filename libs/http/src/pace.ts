import { AppError } from "@jst/errors";
import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";

const MINUTE_MS = 60_000;
/** Names that are remembered at once; the one that was seen longest ago is forgotten first. */
const NAMES_MAX = 100_000;

/**
 * Counts what comes in under a name, in this process: so many a minute, or in another time, are let in. For doors
 * without a token, whose requests nobody else counts.
 */
export class Pace {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new LRUCache<string, { count: number; until: number }>({ max: NAMES_MAX });

  constructor(most: number, windowMs = MINUTE_MS) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Lets one in; throws rate_limited with the seconds to wait where there were too many. */
  take(name: string, now = Date.now()): void {
    // Strangers choose names: a hundred thousand long ones would be gigabytes.
    const key = createHash("sha256").update(name).digest("base64");
    const known = this.#counts.get(key);
    const window =
      known !== undefined && known.until > now ? known : { count: 0, until: now + this.#windowMs };
    window.count += 1;
    this.#counts.set(key, window);
    if (window.count <= this.#most) return;
    const seconds = Math.ceil((window.until - now) / 1000);
    throw new AppError("rate_limited", `Too many requests. Try again in ${seconds} seconds.`, {
      extension: { retry_after_seconds: seconds },
      headers: { "retry-after": String(seconds) },
    });
  }
}
