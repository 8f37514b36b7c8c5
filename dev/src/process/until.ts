import { setTimeout as delay } from "node:timers/promises";

const pollMs = 30;

/** Polls the condition until it holds; false when it still does not after `limitMs`. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
}
