/** How soon a breaker opens and for how long. */
export interface CircuitBreakerOptions {
  /** Failures in a row that open it. */
  failuresMax: number;
  /** Milliseconds until one trial is let through. */
  openMs: number;
  /** Milliseconds of any clock; tests replace it. */
  now?: () => number;
}

/** Stops asking a dependency that keeps failing: while open, one trial is let through every `openMs`. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #now: () => number;
  #failures = 0;
  #noTrialBefore = 0;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** True if the dependency may be asked. In the open state that is the trial, and only its asker gets it. */
  admits(): boolean {
    if (this.#failures < this.#options.failuresMax) return true;
    const now = this.#now();
    if (now < this.#noTrialBefore) return false;
    this.#noTrialBefore = now + this.#options.openMs;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= this.#options.failuresMax) this.#noTrialBefore = this.#now() + this.#options.openMs;
  }
}
