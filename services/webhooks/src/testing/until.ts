import { setTimeout as delay } from "node:timers/promises";

/** Resolves with the first value that is not undefined; asks every 20 ms and fails after the limit. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitMs = 15_000,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms in vain until ${what}.`);
    await delay(20);
  }
}
