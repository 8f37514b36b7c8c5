/** A resource that cannot be taken as it is: its report says `invalid`. */
export class Invalid extends Error {}

/** Bytes of a text that an index has: two of them, with the ids beside them, are less than its row takes. */
const INDEXED_MAX = 1_000;

/** True for a text that an index takes. */
export function isIndexed(text: string): boolean {
  return Buffer.byteLength(text) <= INDEXED_MAX;
}

/** The text where an index takes it; throws Invalid where it is longer than any name or number is. */
export function indexed(text: string): string {
  if (!isIndexed(text)) throw new Invalid();
  return text;
}

/** The word where it is one of the list, null where there is none; throws Invalid for any other. */
export function wordIn<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  if (value === undefined || value === null) return null;
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Invalid();
  return found;
}
