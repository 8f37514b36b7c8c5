/** Milliseconds between two writes (oauth.connected-apps, operation.audit-summary). */
const PERIOD_MS = 2_000;

export interface Summed<Of> {
  of: Of;
  sums: number[];
}

/** Sums in memory that are written all at once; what could not be written is summed further. */
export class WrittenSums<Of> {
  readonly #write: (rows: readonly Summed<Of>[]) => Promise<unknown>;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #summed = new Map<string, Summed<Of>>();

  constructor(write: (rows: readonly Summed<Of>[]) => Promise<unknown>, onFault: (error: unknown) => void) {
    this.#write = write;
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.flush(), PERIOD_MS);
    this.#timer.unref();
  }

  /** Adds to the sums of this key, which tells all that `of` does. */
  add(key: string, of: Of, more: readonly number[]): void {
    const known = this.#summed.get(key);
    if (known === undefined) this.#summed.set(key, { of, sums: [...more] });
    else known.sums = known.sums.map((sum, at) => sum + (more[at] ?? 0));
  }

  /** Writes what was summed. */
  async flush(): Promise<void> {
    const summed = this.#summed;
    this.#summed = new Map();
    if (summed.size === 0) return;
    await this.#write([...summed.values()]).catch((error: unknown) => {
      for (const [key, { of, sums }] of summed) this.add(key, of, sums);
      this.#onFault(error);
    });
  }

  /** Writes what was summed and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
