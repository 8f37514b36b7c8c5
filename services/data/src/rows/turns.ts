import { AppError } from "@jst/errors";

/** How many work at once, and how long the others wait. */
export interface TurnsOptions {
  most: number;
  /** Of one team: it may not keep all others waiting. */
  mostOfTeam: number;
  waitMs: number;
}

/** Who waits, and how he is told. */
interface Waiting {
  teamId: string;
  begin: () => void;
}

/** Lets work that is dear for the whole process run in turns: who came first goes first, unless enough of his team do. */
export class Turns {
  readonly #options: TurnsOptions;
  /** How many of each team work. */
  readonly #working = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #count = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Does the work once it is its turn; AppError unavailable, with a time to come back, when that takes too long. */
  async take<T>(teamId: string, work: () => Promise<T>): Promise<T> {
    if (this.#isFree(teamId)) this.#begin(teamId);
    else await this.#turn(teamId);
    try {
      return await work();
    } finally {
      this.#end(teamId);
    }
  }

  #turn(teamId: string): Promise<undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting: Waiting = { teamId, begin: () => resolve(undefined) };
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(busy());
    }, this.#options.waitMs);
    this.#waiting.add(waiting);
    return promise.finally(() => clearTimeout(timer));
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
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.teamId)) continue;
      this.#waiting.delete(waiting);
      this.#begin(waiting.teamId);
      waiting.begin();
    }
  }
}

function busy(): AppError {
  const detail = "Too many lists are having their formulas evaluated at the moment. Try again.";
  return new AppError("unavailable", detail, { headers: { "retry-after": "1" } });
}
