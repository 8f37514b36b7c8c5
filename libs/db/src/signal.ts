/**
 * Signal to waiters in this process that rows they look for have been committed: a statement names it, and the commit
 * of its transaction rings it. It costs no round trip and no lock of the database. A waiter must also look from time to
 * time, because a process can end between its commit and the ring.
 */
export class Signal {
  #rings = 0;
  readonly #waiting = new Set<() => void>();

  /** Number of signals so far: read it before a look, and wait past that number after it. */
  get rings(): number {
    return this.#rings;
  }

  /** Wakes everybody who waits. */
  ring(): void {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves once it has rung more often than `seen`, after `ms` milliseconds, or when the work is stopped. */
  async past(seen: number, ms: number, stopped: AbortSignal): Promise<void> {
    if (this.#rings > seen || stopped.aborted) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    const alarm = setTimeout(wake, ms);
    this.#waiting.add(wake);
    stopped.addEventListener("abort", wake, { once: true });
    await promise;
    clearTimeout(alarm);
    this.#waiting.delete(wake);
    stopped.removeEventListener("abort", wake);
  }
}
