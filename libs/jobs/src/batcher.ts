import { setTimeout as delay } from "node:timers/promises";

interface PendingItem<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Stores items one batch after the other. What comes while a batch is being stored, or a moment before it, is the next
 * one: under load one statement and one commit for many.
 */
export class Batcher<T, R> {
  readonly #store: (items: readonly T[]) => Promise<readonly R[]>;
  readonly #weightMax: number;
  readonly #weightOf: (item: T) => number;
  readonly #lingerMs: number;
  #waiting: PendingItem<T, R>[] = [];
  #isBusy = false;

  /**
   * `store` answers one result for each item, in their order. A batch has one item, or several up to the weight; it
   * waits `lingerMs` for what comes at about the same time.
   */
  constructor(
    store: (items: readonly T[]) => Promise<readonly R[]>,
    limits: { weightMax: number; weightOf: (item: T) => number; lingerMs: number },
  ) {
    this.#store = store;
    this.#weightMax = limits.weightMax;
    this.#weightOf = limits.weightOf;
    this.#lingerMs = limits.lingerMs;
  }

  /** The item's result, once its batch is stored. It fails for what is wrong with itself only. */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      await delay(this.#lingerMs);
      const batch = this.#next();
      await this.#settle(batch).catch(async (error: unknown) => {
        const [only] = batch;
        if (batch.length === 1) only?.reject(error);
        // One of them may be to blame, or a deadlock: each by itself then.
        else for (const one of batch) await this.#settle([one]).catch(one.reject);
      });
    }
    this.#isBusy = false;
  }

  #next(): PendingItem<T, R>[] {
    let weight = 0;
    const end = this.#waiting.findIndex(({ item }, index) => {
      weight += this.#weightOf(item);
      return index > 0 && weight > this.#weightMax;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #settle(batch: readonly PendingItem<T, R>[]): Promise<void> {
    const results = await this.#store(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R);
  }
}
