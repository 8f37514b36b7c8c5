/**
 * Shares a sum in proportion to weights that are not negative, by largest remainder. The shares sum to `sum`. Of equal
 * remainders the first one gets the unit; where all weights are 0 every share is 0.
 */
export function sharesOf(sum: bigint, weights: readonly bigint[]): bigint[] {
  const usable = weights.map((weight) => (weight < 0n ? 0n : weight));
  const whole = usable.reduce((total, weight) => total + weight, 0n);
  if (whole === 0n) return usable.map(() => 0n);
  const shares = usable.map((weight) => (sum * weight) / whole);
  const remainders = usable.map((weight, at) => ({ at, remainder: (sum * weight) % whole }));
  remainders.sort((one, other) =>
    one.remainder === other.remainder ? one.at - other.at : one.remainder > other.remainder ? -1 : 1,
  );
  const left = Number(sum - shares.reduce((total, share) => total + share, 0n));
  for (const { at } of remainders.slice(0, left)) shares[at] = (shares[at] ?? 0n) + 1n;
  return shares;
}
