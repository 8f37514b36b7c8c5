import { AppError } from "@jst/errors";
import { limitWait } from "./limit-wait.ts";
import { TeamQueue } from "./team-queue.ts";

/** How many work at once, and how long the others wait. */
export interface SemaphoreOptions {
  most: number;
  /** Limit of one team, so that it cannot block all others. */
  mostOfTeam: number;
  waitMs: number;
  /** Name of the work in messages, in the plural. */
  subject: string;
  /** Advice to callers, as a sentence. */
  remedy: string;
}

/** How long a caller waits: for this time, and no longer than he is there. */
export interface Waits {
  callerMs: number;
  departure?: (() => AbortSignal) | undefined;
}

/** Seconds after which one who was refused is told to come back, at least and at most. */
const RETRY_S = { least: 1, most: 30 };

/** Begins the work of one who waits. */
type Begin = () => void;

/**
 * Limits how much expensive work a process does at once, fairly among teams: waiting teams are admitted in turn, the
 * calls of one team in their order. A team at its limit is skipped.
 */
export class FairSemaphore {
  readonly #options: SemaphoreOptions;
  /** How many of each team work. */
  readonly #working = new Map<string, number>();
  /** How long the last work of a team took; of those that work. */
  readonly #lastMs = new Map<string, number>();
  readonly #queue = new TeamQueue<Begin>();
  #count = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /**
   * Runs the work once it has a slot. Throws AppError unavailable if that takes too long or longer than the caller
   * waits, with the last duration of the team's work as the time to retry after.
   */
  async run<T>(teamId: string, work: () => Promise<T>, caller: Waits = { callerMs: Infinity }): Promise<T> {
    // Work that has a slot begins at once, before the caller goes on.
    if (this.#isFree(teamId)) this.#admit(teamId);
    else await this.#acquire(teamId, caller);
    const end = this.#begun(teamId);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a slot as `run` does, for work that outlives a function; call the result once, when the work ends. */
  async begin(teamId: string, caller: Waits = { callerMs: Infinity }): Promise<() => void> {
    if (this.#isFree(teamId)) this.#admit(teamId);
    else await this.#acquire(teamId, caller);
    return this.#begun(teamId);
  }

  #begun(teamId: string): () => void {
    const startMs = Date.now();
    return () => {
      this.#lastMs.set(teamId, Date.now() - startMs);
      this.#release(teamId);
    };
  }

  #acquire(teamId: string, { callerMs, departure }: Waits): Promise<undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = () => resolve(undefined);
    this.#queue.add(teamId, begin);
    const endWait = limitWait(Math.min(this.#options.waitMs, callerMs), departure, (cause) => {
      this.#queue.delete(teamId, begin);
      reject(this.#busy(teamId, cause));
    });
    return promise.finally(endWait);
  }

  #isFree(teamId: string): boolean {
    return this.#count < this.#options.most && (this.#working.get(teamId) ?? 0) < this.#options.mostOfTeam;
  }

  #admit(teamId: string): void {
    this.#count += 1;
    this.#working.set(teamId, (this.#working.get(teamId) ?? 0) + 1);
  }

  #release(teamId: string): void {
    const others = (this.#working.get(teamId) ?? 0) - 1;
    this.#count -= 1;
    if (others === 0) this.#working.delete(teamId);
    else this.#working.set(teamId, others);
    this.#serve();
    if (!this.#working.has(teamId)) this.#lastMs.delete(teamId);
  }

  #busy(teamId: string, cause: Error): AppError {
    const { subject, remedy } = this.#options;
    const detail = `The server is busy with too many ${subject}. ${remedy}`;
    const lastS = Math.ceil((this.#lastMs.get(teamId) ?? 0) / 1_000);
    const retryS = Math.min(Math.max(lastS, RETRY_S.least), RETRY_S.most);
    return new AppError("unavailable", detail, { headers: { "retry-after": `${retryS}` }, cause });
  }

  /** Admits the next who may begin; what one leaves is room for one. */
  #serve(): void {
    const next = this.#queue.take((teamId) => this.#isFree(teamId));
    if (next === undefined) return;
    this.#admit(next.team);
    next.waiter();
  }
}
