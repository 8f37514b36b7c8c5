/** A repeatable source of whole numbers below a bound (xorshift32). */
export function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
