import { AppError } from "@jst/errors";

/**
 * The time that some statements may run, all of them together. Their waits for a connection do not count: then the
 * queue is slow, and not what is asked for.
 */
export class RunningTime {
  readonly #refusal: (cause?: unknown) => AppError;
  #leftMs: number;

  constructor(ms: number, refusal: (cause?: unknown) => AppError) {
    this.#leftMs = ms;
    this.#refusal = refusal;
  }

  /**
   * Runs a statement of a request that has so long left. Rejects with the refusal once the statements have used up
   * their time; where the request's own ends sooner, with what the statement then fails with.
   */
  async run<T>(requestMs: number, statement: (withinMs: number) => Promise<T>): Promise<T> {
    if (this.#leftMs < 1) throw this.#refusal();
    const withinMs = Math.min(requestMs, Math.floor(this.#leftMs));
    const startMs = performance.now();
    try {
      return await statement(withinMs);
    } catch (error) {
      const isOver = withinMs < requestMs && error instanceof AppError && error.code === "timeout";
      throw isOver ? this.#refusal(error) : error;
    } finally {
      this.#leftMs -= performance.now() - startMs;
    }
  }
}
