import { TeamQueue } from "@jst/db";

/** Goes on with work that has waited for its stretch. */
type GoOn = () => void;

/** How long a stretch is, and how the event loop tells that everybody else had a turn. */
export interface StretchesOptions {
  stretchMs: number;
  /** Milliseconds, on any clock. */
  now: () => number;
  /** Calls back once the event loop has gone round. */
  afterOthers: (serve: () => void) => void;
}

/**
 * Shares the event loop between long work and everything else that a process answers. In each round of the loop, all
 * long work together has one stretch, so that another request waits for one stretch and not for one of each. Waiting
 * work is served one piece of each team in turn.
 */
export class Stretches {
  readonly #options: StretchesOptions;
  readonly #queue = new TeamQueue<GoOn>();
  /** When the stretch of this round began; undefined before anybody worked in it. */
  #began: number | undefined;

  constructor(options: StretchesOptions) {
    this.#options = options;
  }

  /** True while the stretch of this round of the event loop is not used up, and nobody has waited for longer. */
  hasTime(): boolean {
    if (this.#began === undefined) this.#begin();
    return this.#queue.size === 0 && this.#isLeft();
  }

  /** Resolves in a later round, when it is the team's turn. */
  next(teamId: string): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#queue.add(teamId, () => resolve(undefined));
    return promise;
  }

  /** The next round comes when the others have had theirs. */
  #begin(): void {
    this.#began = this.#options.now();
    this.#options.afterOthers(() => void this.#serve());
  }

  async #serve(): Promise<void> {
    this.#began = undefined;
    if (this.#queue.size === 0) return;
    this.#begin();
    while (this.#isLeft()) {
      const next = this.#queue.take(() => true);
      if (next === undefined) return;
      next.waiter();
      // It works now, until it waits again or has ended.
      await Promise.resolve();
    }
  }

  #isLeft(): boolean {
    return this.#began !== undefined && this.#options.now() - this.#began < this.#options.stretchMs;
  }
}

/** Time of each round of the event loop for the long work of all teams together; then other requests run. */
const STRETCH_MS = 5;

const stretches = new Stretches({
  stretchMs: STRETCH_MS,
  now: () => performance.now(),
  afterOthers: setImmediate,
});

/**
 * Waits until long work of the team may go on in this process; undefined if that is now. Call it before each piece of
 * work of a millisecond or two.
 */
export function ownStretch(teamId: string): Promise<undefined> | undefined {
  return stretches.hasTime() ? undefined : stretches.next(teamId);
}
