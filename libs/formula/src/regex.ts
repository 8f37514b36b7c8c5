import { Patterns } from "@jst/pattern";
import type { Matcher, RE2JS } from "re2js";
import type { Budget } from "./budget.ts";
import { cellError } from "./value.ts";

/** Characters of a pattern. */
const PATTERN_CHARS_MAX = 300;
/** Instructions of a pattern, as its text says. */
const PATTERN_SIZE_MAX = 5_000;
/** Instructions of the patterns that are ready at a time: one takes some 200 bytes, so these take 20 MB at most. */
export const READY_SIZE_MAX = 100_000;
/** Instructions times characters: the engine is linear in each, so this bounds its time (about 20 ms). */
const WORK_MAX = 1_000_000;
/** Work that costs a step: the greatest is as many as lie between two looks at the clock. */
const WORK_PER_STEP = 8_000;
/** A search that goes on may read the text to its end, yet seldom does: steps bound how many do, the clock how long. */
const FURTHER_WORK_PER_STEP = 100_000;
/** Instructions that are made ready for a step. */
const READY_PER_STEP = 5;

const ready = new Patterns({
  charsMax: PATTERN_CHARS_MAX,
  sizeMax: PATTERN_SIZE_MAX,
  readyMax: READY_SIZE_MAX,
});

/** Instructions of the patterns that are ready. */
export const readySize = (): number => ready.readySize;

/**
 * Yields the matches of the pattern in the text. #VALUE! if the pattern is not valid or too large, #NUM! if matching
 * takes too much work. It does not test for a match first, because the engine would retain megabytes for each pattern.
 */
export function* matches(pattern: string, text: string, budget: Budget): Generator<Matcher, void> {
  const regex = readied(pattern, budget);
  if (regex === undefined) throw cellError("#VALUE!");
  const size = regex.programSize();
  if (size * text.length > WORK_MAX) throw cellError("#NUM!");
  budget.spend((size * text.length) / WORK_PER_STEP);
  const matcher = regex.matcher(text);
  while (matcher.find()) {
    yield matcher;
    // Each search is linear, all of them together are not.
    budget.spend(1 + (size * (text.length - matcher.end())) / FURTHER_WORK_PER_STEP);
    budget.check();
  }
}

function readied(pattern: string, budget: Budget): RE2JS | undefined {
  const { regex, made } = ready.get(pattern);
  // Only now: what took long is not to be done again.
  budget.spend(made / READY_PER_STEP);
  budget.check();
  return regex;
}
