import { isQueued } from "@jst/client";
import { placings, type Placed, type Positions } from "./order.ts";
import type { WriteKey } from "./writing.ts";

interface Versioned extends Placed {
  version?: number;
}

/** Stores another position of a thing in the version that is given. */
type Place<T> = (thing: T, position: number, key: WriteKey) => Promise<T | { queued: true }>;

/**
 * Returns what brings things into their order, one after the other, each over the version that the place before it
 * made. The answer is the last one.
 */
export function placer<T extends Versioned>(of: Positions) {
  const own = new Map<string, T>();
  const newest = (thing: T): T => {
    const placed = own.get(thing.id);
    return placed === undefined || (placed.version ?? 0) < (thing.version ?? 0) ? thing : placed;
  };
  return async (ordered: readonly T[], key: WriteKey, place: Place<T>): Promise<object> => {
    let answer: object = {};
    for (const { thing, position } of placings(ordered.map(newest), of)) {
      const placed = await place(thing, position, {
        "Idempotency-Key": `${key["Idempotency-Key"]} ${thing.id}`,
      });
      if (!isQueued(placed)) own.set(thing.id, placed as T);
      answer = placed;
    }
    return answer;
  };
}
