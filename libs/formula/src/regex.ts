import { RE2JS, RE2JSException } from "re2js";
import type { Budget } from "./budget.ts";
import { cellError } from "./value.ts";

/** Characters of a pattern. */
const PATTERN_CHARS_MAX = 300;
/** Instructions of a compiled pattern. */
const PROGRAM_MAX = 5_000;
/** Instructions times characters: the engine is linear in each, so this bounds its time (about 20 ms). */
const WORK_MAX = 1_000_000;
const CACHED_MAX = 200;

const compiled = new Map<string, RE2JS | undefined>();

/** Work that costs a step: the greatest is as many as lie between two looks at the clock. */
const WORK_PER_STEP = 8_000;

/** The pattern, ready to search a text of so many characters; #VALUE! when it is none, #NUM! when it is too much work. */
export function patternFor(pattern: string, textChars: number, budget: Budget): RE2JS {
  const regex = cached(pattern);
  if (regex === undefined) throw cellError("#VALUE!");
  const size = regex.programSize();
  if (size > PROGRAM_MAX || size * textChars > WORK_MAX) throw cellError("#NUM!");
  budget.spend((size * textChars) / WORK_PER_STEP);
  return regex;
}

function cached(pattern: string): RE2JS | undefined {
  if (pattern.length > PATTERN_CHARS_MAX) return undefined;
  if (compiled.has(pattern)) return compiled.get(pattern);
  if (compiled.size >= CACHED_MAX) compiled.clear();
  const regex = compile(pattern);
  compiled.set(pattern, regex);
  return regex;
}

/** Repeats of repeats multiply the program before its size can be asked, so their product is bounded by the source. */
function compile(pattern: string): RE2JS | undefined {
  if (repeats(pattern) > 1_000) return undefined;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Product of all counts {n} and {n,m} of the pattern. */
function repeats(pattern: string): number {
  let product = 1;
  for (const [, least = "1", most = ""] of pattern.matchAll(/\{([0-9]+),?([0-9]*)\}/g)) {
    product *= Math.max(1, Number(least), Number(most));
  }
  return product;
}
