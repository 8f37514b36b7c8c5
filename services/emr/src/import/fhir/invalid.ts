/** A resource that cannot be taken as it is: its report says `invalid`. */
export class Invalid extends Error {}

/** The word where it is one of the list, null where there is none; throws Invalid for any other. */
export function wordIn<Word extends string>(value: unknown, words: readonly Word[]): Word | null {
  if (value === undefined || value === null) return null;
  const found = words.find((word) => word === value);
  if (found === undefined) throw new Invalid();
  return found;
}
