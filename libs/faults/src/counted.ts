/** So many are counted of what failed or waits: of what is broken for weeks there is any number. */
export const COUNTED_MAX = 1_000;

/** A number of those that are counted, for a sentence. */
export const counted = (n: number): string => (n < COUNTED_MAX ? String(n) : "1,000 or more");
