import { CHOICE } from "../words/choice.ts";
import { CHOICE_MAX } from "./choice.ts";

/** Says how many rows of a list are chosen, or that they are read. */
export function chosenText(chosen: number, count: number, isReading: boolean): string {
  if (isReading) return CHOICE.reading;
  if (chosen === 0) return "";
  return chosen === CHOICE_MAX && count > CHOICE_MAX ? CHOICE.firstOf(chosen, count) : CHOICE.count(chosen);
}
