import type { Range } from "./hours.ts";

/** Tells whether a range overlaps one of many; touching is free (scheduling.buffers). */
export class Busy {
  readonly #ranges: Range[] = [];

  constructor(ranges: readonly Range[]) {
    for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
      const last = this.#ranges.at(-1);
      if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
      else this.#ranges.push({ from, to });
    }
  }

  overlaps({ from, to }: Range): boolean {
    // The first range that ends after `from`: those before it are past, those after it begin later.
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.to ?? 0) > from) high = middle;
      else low = middle + 1;
    }
    const candidate = this.#ranges[low];
    return candidate !== undefined && candidate.from < to;
  }
}
