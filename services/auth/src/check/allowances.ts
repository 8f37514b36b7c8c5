import type { WindowReply } from "./limiter-script.ts";
import { WINDOW_S, type RateLimit } from "../rate-limits.ts";

/** Requests of a token that may be granted ahead, one in so many of its limit. */
const AHEAD_OF_LIMIT = 200;

/** State of one token in one slot of its window, as this process knows it. */
interface Allowance {
  slot: number;
  /** When the slot ends at the earliest, and when the oldest counted one leaves; in milliseconds of `performance`. */
  endsAt: number;
  leavesAt: number;
  /** Requests taken in this slot. */
  taken: number;
  /** Granted ahead and not taken yet. */
  left: number;
  /** Free in the window once all that was granted has been taken. */
  remaining: number;
}

/** Requests granted ahead that nobody took. */
export interface Unused {
  unused: number;
  unusedSlot: number;
}

/**
 * Requests that were granted ahead: a busy token is not asked for every time. Each answer grants as many ahead as the
 * token has taken in the slot, so their number doubles; they are good in that slot only, so that a request counts in
 * the slot it is made in (ADR 33).
 */
export class Allowances {
  readonly #known = new Map<string, Allowance>();
  /** Unused grants of slots that ended while a request for their token was under way. */
  #over: [tokenId: string, unused: Unused][] = [];

  /** Takes one request that was granted ahead; undefined when there is none. */
  take(tokenId: string): RateLimit | undefined {
    const known = this.#known.get(tokenId);
    if (known === undefined || known.left === 0) return undefined;
    const now = performance.now();
    if (now >= known.endsAt) return undefined;
    known.left -= 1;
    known.taken += 1;
    return granted(known.remaining + known.left, known.leavesAt - now);
  }

  /** Computes how many requests to ask for beyond those that wait. */
  ahead(tokenId: string, limit: number, waiting: number): number {
    const known = this.#known.get(tokenId);
    if (known === undefined || performance.now() >= known.endsAt) return 0;
    return Math.min(known.taken + waiting, Math.floor(limit / AHEAD_OF_LIMIT));
  }

  /** Returns the unused grants of a slot that has ended; later calls return zero. */
  giveBack(tokenId: string): Unused {
    const known = this.#known.get(tokenId);
    if (known === undefined || performance.now() < known.endsAt) return { unused: 0, unusedSlot: 0 };
    const { left: unused, slot: unusedSlot } = known;
    known.left = 0;
    return { unused, unusedSlot };
  }

  /** Keeps what an answer to a question of `askedAt` granted beyond those that waited for it. */
  keep(tokenId: string, waiting: number, askedAt: number, taken: WindowReply): void {
    const [grantedNow, remaining, leftMs, , slot, slotLeftMs] = taken;
    const former = this.#known.get(tokenId);
    const isSame = former?.slot === slot;
    if (former !== undefined && !isSame && former.left > 0)
      this.#over.push([tokenId, { unused: former.left, unusedSlot: former.slot }]);
    this.#known.set(tokenId, {
      slot,
      // Redis counts whole milliseconds.
      endsAt: askedAt + slotLeftMs - 1,
      leavesAt: askedAt + leftMs,
      taken: (isSame ? former.taken : 0) + Math.min(waiting, grantedNow),
      left: (isSame ? former.left : 0) + Math.max(0, grantedNow - waiting),
      remaining,
    });
  }

  /** Forgets tokens whose slot is over and answers what they did not take. */
  sweep(): [tokenId: string, unused: Unused][] {
    const over = this.#over;
    this.#over = [];
    for (const [tokenId, { endsAt, left: unused, slot: unusedSlot }] of this.#known) {
      if (performance.now() < endsAt) continue;
      this.#known.delete(tokenId);
      if (unused > 0) over.push([tokenId, { unused, unusedSlot }]);
    }
    return over;
  }
}

export function granted(remaining: number, leftMs: number): RateLimit {
  return { isAllowed: true, remaining, resetS: secondsOf(leftMs), retryAfterS: 0 };
}

/** Whole seconds until the window moves, 1 to 60. */
export function secondsOf(leftMs: number): number {
  return Math.min(WINDOW_S, Math.max(1, Math.ceil(leftMs / 1000)));
}
