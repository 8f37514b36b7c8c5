/** Waits until a condition holds, asking again every 50 ms; fails with what it waited for after the limit. */
export async function until<T>(
  what: string,
  limitMs: number,
  condition: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`Waited ${limitMs} ms in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
