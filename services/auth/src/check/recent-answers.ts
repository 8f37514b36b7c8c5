/** How answers of one kind are found and for how long they are believed. */
export interface RecentAnswersOptions<V> {
  /**
   * Milliseconds for which an answer, or the absence of one, is believed, from the moment on at which it was asked for.
   */
  ttlMs: number;
  absentTtlMs: number;
  /** Largest number of answers kept, and of absences. */
  size: number;
  /** Asks the source; `previous` is the answer it gave last time, if it is still kept. */
  load(key: string, previous: V | undefined): Promise<V | undefined>;
  /** Milliseconds on a clock that nobody sets; tests replace it. */
  now?: () => number;
}

interface Remembered<V> {
  value: V;
  until: number;
}

/**
 * Answers remembered for a short time. Concurrent askers of one key share one load. An answer that was under way when
 * forget() ran is neither stored nor returned to later askers.
 */
export class RecentAnswers<V> {
  readonly #options: RecentAnswersOptions<V>;
  readonly #now: () => number;
  readonly #present = new Map<string, Remembered<V>>();
  /** Apart from the answers, so that a flood of unknown keys drives no known one out. */
  readonly #absent = new Map<string, number>();
  readonly #pending = new Map<string, Promise<V | undefined>>();

  constructor(options: RecentAnswersOptions<V>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Returns the answer for the key: at once if it is remembered, else from the source. */
  get(key: string): V | undefined | Promise<V | undefined> {
    const now = this.#now();
    const known = this.#present.get(key);
    if (known !== undefined && known.until > now) return known.value;
    const absentUntil = this.#absent.get(key);
    if (absentUntil !== undefined && absentUntil > now) return undefined;
    return this.#pending.get(key) ?? this.#load(key, known?.value);
  }

  /** True if get() would answer without the source. */
  has(key: string): boolean {
    const until = Math.max(this.#present.get(key)?.until ?? 0, this.#absent.get(key) ?? 0);
    return until > this.#now();
  }

  /** Forgets every remembered answer for which the test is true, every absence, and what is under way. */
  forget(isStale: (value: V) => boolean): void {
    for (const [key, { value }] of this.#present) if (isStale(value)) this.#present.delete(key);
    this.#absent.clear();
    this.#pending.clear();
  }

  #load(key: string, previous: V | undefined): Promise<V | undefined> {
    // The source may have read as early as the question was asked, however late the answer is.
    const askedAt = this.#now();
    const loading = this.#options.load(key, previous).then(
      (value) => {
        if (this.#settle(key, loading)) this.#remember(key, value, askedAt);
        return value;
      },
      (error: unknown) => {
        this.#settle(key, loading);
        throw error;
      },
    );
    this.#pending.set(key, loading);
    return loading;
  }

  /** True if nothing was forgotten since this load began. */
  #settle(key: string, loading: Promise<V | undefined>): boolean {
    if (this.#pending.get(key) !== loading) return false;
    return this.#pending.delete(key);
  }

  #remember(key: string, value: V | undefined, askedAt: number): void {
    const { ttlMs, absentTtlMs, size } = this.#options;
    if (value === undefined) {
      this.#present.delete(key);
      makeRoom(this.#absent, size);
      this.#absent.set(key, askedAt + absentTtlMs);
    } else {
      // Deletes the key first, so that the order of the map is the order of age.
      this.#present.delete(key);
      makeRoom(this.#present, size);
      this.#present.set(key, { value, until: askedAt + ttlMs });
    }
  }
}

function makeRoom(map: Map<string, unknown>, size: number): void {
  if (map.size < size) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
