/** Patterns that callers write: linear in the text, bounded in size, kept while they are used. */
export { patternSize } from "./pattern-size.ts";
export { Patterns, type PatternBounds } from "./patterns.ts";
