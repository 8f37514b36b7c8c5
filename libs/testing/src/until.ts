import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits for the first answer that is not undefined, asking every 20 ms; fails with what it waited for after the limit.
 */
export async function until<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms in vain until ${what}.`);
    await delay(20);
  }
}
