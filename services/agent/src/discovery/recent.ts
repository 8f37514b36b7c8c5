/** Values that are made once and kept by their key: those asked for last, so many at most. */
export class Recent<Value> {
  readonly #most: number;
  // The one that was asked for longest ago is the first.
  readonly #kept = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The kept value of the key, or a new one. */
  get(key: string, make: () => Value): Value {
    const value = this.#kept.get(key) ?? make();
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > this.#most) this.#kept.delete(oldest);
    return value;
  }
}
