const PERIOD_MS = 3_600_000;

/**
 * Work that is done now and every hour until it is stopped; `failed` is told of a pass that failed, the next makes up
 * for it.
 */
export function startHourly(
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): { stop(): void } {
  const pass = () => void work().catch(failed);
  pass();
  const timer = setInterval(pass, PERIOD_MS).unref();
  return { stop: () => clearInterval(timer) };
}
