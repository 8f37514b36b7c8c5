import { setTimeout } from "node:timers/promises";

/** Time that the other services have once one has answered. */
const GRACE_MS = 3_000;

/** Resolves when the others have had their time; `over` is aborted once nobody waits for them any more. */
export type Grace = (over: AbortSignal) => Promise<unknown>;

/** The grace of a running agent. */
export const someSeconds: Grace = (signal) =>
  setTimeout(GRACE_MS, undefined, { signal }).catch(() => undefined);

/** No grace: each has the time of its deadline. */
export const untilDeadline: Grace = (signal) =>
  new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));

/**
 * Runs work that asks several at once. It says when one of them has answered; then the grace begins, after which the
 * signal tells the others that nobody waits for them any more.
 */
export async function withGrace<Result>(
  grace: Grace,
  work: (late: AbortSignal, onAnswer: () => void) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const over = new AbortController();
  let begun: Promise<void> | undefined;
  const onAnswer = (): void => {
    begun ??= grace(over.signal).then(() => late.abort());
  };
  try {
    return await work(late.signal, onAnswer);
  } finally {
    over.abort();
  }
}
