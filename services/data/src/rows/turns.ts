import { patience, TeamQueue } from "@jst/db";
import { AppError } from "@jst/errors";

/** How many work at once, and how long the others wait. */
export interface TurnsOptions {
  most: number;
  /** Of one team: it may not keep all others waiting. */
  mostOfTeam: number;
  waitMs: number;
  /** What is too much when it takes too long, in the plural. */
  subject: string;
}

/** How long a caller waits: for this time, and no longer than he is there. */
export interface Waits {
  callerMs: number;
  departure?: (() => AbortSignal) | undefined;
}

/** Begins the work of one who waits. */
type Begin = () => void;

/**
 * Lets work that is dear for the whole process run in turns: those who wait are served one of each team after another,
 * those of one team in the order they came. A team of which enough work is passed over.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** How many of each team work. */
  readonly #working = new Map<string, number>();
  readonly #queue = new TeamQueue<Begin>();
  #count = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Does the work once it is its turn; AppError unavailable, with a time to come back, when that takes too long or
   * longer than the caller waits.
   */
  async take<T>(teamId: string, work: () => Promise<T>, caller: Waits = { callerMs: Infinity }): Promise<T> {
    if (this.#isFree(teamId)) this.#begin(teamId);
    else await this.#turn(teamId, caller);
    try {
      return await work();
    } finally {
      this.#end(teamId);
    }
  }

  #turn(teamId: string, { callerMs, departure }: Waits): Promise<undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = () => resolve(undefined);
    this.#queue.add(teamId, begin);
    const endWait = patience(Math.min(this.#options.waitMs, callerMs), departure, (cause) => {
      this.#queue.delete(teamId, begin);
      reject(this.#busy(cause));
    });
    return promise.finally(endWait);
  }

  #isFree(teamId: string): boolean {
    return this.#count < this.#options.most && (this.#working.get(teamId) ?? 0) < this.#options.mostOfTeam;
  }

  #begin(teamId: string): void {
    this.#count += 1;
    this.#working.set(teamId, (this.#working.get(teamId) ?? 0) + 1);
  }

  #end(teamId: string): void {
    const others = (this.#working.get(teamId) ?? 0) - 1;
    this.#count -= 1;
    if (others === 0) this.#working.delete(teamId);
    else this.#working.set(teamId, others);
    this.#serve();
  }

  #busy(cause: Error): AppError {
    const detail = `Too many ${this.#options.subject} are being made at the moment. Try again.`;
    return new AppError("unavailable", detail, { headers: { "retry-after": "1" }, cause });
  }

  /** Begins the work of the next in turn who may; what one leaves is room for one. */
  #serve(): void {
    const next = this.#queue.take((teamId) => this.#isFree(teamId));
    if (next === undefined) return;
    this.#begin(next.team);
    next.waiter();
  }
}
