import { OperatorError } from "./operator-error.ts";

/**
 * Waits for every one, also when some fail, so nothing goes on unseen; then throws one error that tells all failures.
 */
export async function waitForAll(works: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(works)).filter((work) => work.status === "rejected");
  if (failures.length === 0) return;
  const causes = failures.map(({ reason }): unknown => reason);
  const messages = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)));
  throw new OperatorError(messages.join("\n\n"), { cause: causes });
}
