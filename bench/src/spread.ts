/** The middle value; of an even number the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Median of some values, and how far the middle half of them lies from it. */
export interface Spread {
  median: number;
  /** Distance of the median to the farther quartile. */
  spread: number;
}

/** Summarizes values; both numbers are NaN if the list is empty. */
export function spreadOf(values: readonly number[]): Spread {
  const middle = median(values);
  return {
    median: middle,
    spread: Math.max(middle - quantile(values, 0.25), quantile(values, 0.75) - middle),
  };
}

/** Renders a ratio with its spread. */
export function ratioText({ median: middle, spread }: Spread): string {
  return `${middle.toFixed(2)}x ±${spread.toFixed(2)}`;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const [lower = Number.NaN, upper = lower] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return lower + (upper - lower) * (place - Math.floor(place));
}
