import { AppError } from "@jst/errors";

/** How many work at once, and how long the others wait. */
export interface TurnsOptions {
  most: number;
  /** Of one team: it may not keep all others waiting. */
  mostOfTeam: number;
  waitMs: number;
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
  /** By team, the one whose turn is next at the start. */
  readonly #waiting = new Map<string, Set<Begin>>();
  #count = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /**
   * Does the work once it is its turn; AppError unavailable, with a time to come back, when that takes too long or
   * longer than the caller waits (`callerMs`).
   */
  async take<T>(teamId: string, work: () => Promise<T>, callerMs = Infinity): Promise<T> {
    if (this.#isFree(teamId)) this.#begin(teamId);
    else await this.#turn(teamId, Math.min(this.#options.waitMs, callerMs));
    try {
      return await work();
    } finally {
      this.#end(teamId);
    }
  }

  #turn(teamId: string, waitMs: number): Promise<undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = () => resolve(undefined);
    const timer = setTimeout(() => {
      this.#leave(teamId, begin);
      reject(busy());
    }, waitMs);
    const own = this.#waiting.get(teamId);
    if (own === undefined) this.#waiting.set(teamId, new Set([begin]));
    else own.add(begin);
    return promise.finally(() => clearTimeout(timer));
  }

  #leave(teamId: string, begin: Begin): void {
    const own = this.#waiting.get(teamId);
    own?.delete(begin);
    if (own?.size === 0) this.#waiting.delete(teamId);
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

  /** Begins the work of the next in turn who may; what one leaves is room for one. */
  #serve(): void {
    for (const [teamId, own] of this.#waiting) {
      const [begin] = own;
      if (begin === undefined || !this.#isFree(teamId)) continue;
      this.#leave(teamId, begin);
      // The others of the team have their turn after everybody else's.
      if (this.#waiting.delete(teamId)) this.#waiting.set(teamId, own);
      this.#begin(teamId);
      begin();
      return;
    }
  }
}

function busy(): AppError {
  const detail = "Too many lists are having their formulas evaluated at the moment. Try again.";
  return new AppError("unavailable", detail, { headers: { "retry-after": "1" } });
}
