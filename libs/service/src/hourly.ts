const HOUR_MS = 3_600_000;

/**
 * Work that is done now and every hour, or period, until it is stopped. `failed` gets the error of a pass; the next one
 * makes up for it.
 */
export function startHourly(
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
  periodMs = HOUR_MS,
): { stop(): void } {
  const pass = () => void work().catch(failed);
  pass();
  const timer = setInterval(pass, periodMs).unref();
  return { stop: () => clearInterval(timer) };
}
