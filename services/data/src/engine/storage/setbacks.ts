/** Rest after the first failure; each further one doubles it. */
const REST_MS = 10_000;
const REST_MAX_MS = 3_600_000;

/**
 * Tables that could not be served, each of which rests the longer the more often it fails; a new keeper knows of none.
 */
export class Setbacks {
  readonly #tables = new Map<string, { count: number; until: number }>();
  readonly #restMs: number;

  /** Tests let tables rest for another time. */
  constructor(restMs: number = REST_MS) {
    this.#restMs = restMs;
  }

  /** Tables that are not to be tried yet. */
  resting(): string[] {
    const now = performance.now();
    return [...this.#tables].filter(([, { until }]) => now < until).map(([tableId]) => tableId);
  }

  isResting(tableId: string): boolean {
    return performance.now() < (this.#tables.get(tableId)?.until ?? 0);
  }

  /** It has failed. */
  add(tableId: string): void {
    const count = (this.#tables.get(tableId)?.count ?? 0) + 1;
    const restMs = Math.min(this.#restMs * 2 ** (count - 1), REST_MAX_MS);
    this.#tables.set(tableId, { count, until: performance.now() + restMs });
  }

  /** It has been served. */
  clear(tableId: string): void {
    this.#tables.delete(tableId);
  }
}
