import { patterns } from "./field-types.ts";

/** A pattern, and the text that it matches as a whole; null if the pattern alone is to be checked. */
export interface PatternText {
  pattern: string;
  text: string | null;
}

/** Tells of each whether the text matches, or whether the pattern is one of RE2. */
export const matchTexts = (all: readonly PatternText[]): boolean[] =>
  all.map(({ pattern, text }) =>
    text === null ? patterns.get(pattern).regex !== undefined : patterns.isWhole(pattern, text) === true,
  );
