import { allWords, wordsOf } from "./codes.ts";
import { numberIn, objectIn, objectsIn, textIn, type Json } from "./json.ts";
import { rangeWords, unitOf } from "./quantities.ts";

/** All ranges of a result, and the normal one where there is exactly one (clinical.labs). */
export function rangesOf(ranges: unknown): { reference_range: Json | null; reference_ranges: Json[] } {
  const given = objectsIn(ranges);
  const shown = given.map(shownRange);
  const normal = shown.filter((_range, place) => isNormal(objectIn(given[place]?.["type"])));
  return { reference_range: normal.length === 1 ? (normal[0] ?? null) : null, reference_ranges: shown };
}

/** A range without a type is a normal one. */
function isNormal(type: Json): boolean {
  const codings = objectsIn(type["coding"]);
  const words = [...codings.flatMap(({ code, display }) => [code, display]), type["text"]];
  const given = words.filter((one) => one !== undefined);
  return given.length === 0 || given.some((one) => /^normal(?: range)?$/i.test(textIn(one) ?? ""));
}

function shownRange(range: Json): Json {
  const [low, high] = [objectIn(range["low"]), objectIn(range["high"])];
  const applies = allWords(range["appliesTo"]);
  return {
    low: numberIn(low["value"]),
    high: numberIn(high["value"]),
    text: textIn(range["text"]),
    unit: unitOf(low) ?? unitOf(high),
    type: wordsOf(range["type"]),
    applies_to: applies.length === 0 ? null : applies.join(", "),
    age: rangeWords(range["age"]),
  };
}
