import { fits, misfit, type Reading } from "./reading.ts";

/** One of several values and the name by which people know it. */
export interface Choice {
  value: string;
  label?: string;
}

/** Reads a choice by its label, then its value, exactly; then in any case if that is one alone (values.choices). */
export function readChoice(text: string, choices: readonly Choice[]): Reading<string> {
  const labelled = ({ value, label = value }: Choice) => label;
  const exact =
    choices.find((choice) => labelled(choice) === text) ?? choices.find(({ value }) => value === text);
  if (exact !== undefined) return fits(exact.value);
  const folded = text.trim().toLowerCase();
  const alike = choices.filter((choice) =>
    [labelled(choice), choice.value].some((one) => one.trim().toLowerCase() === folded),
  );
  const [first] = alike;
  if (first !== undefined && alike.length === 1) return fits(first.value);
  const known = choices.slice(0, 10).map(labelled).join(", ");
  return misfit("invalid_format", `“${text}” is not one of the choices: ${known}.`);
}

const YES = ["yes", "true"];
const NO = ["no", "false"];

/** Reads yes or no, and further words for them in lower case. */
export function readTruth(text: string, words: ReadonlyMap<string, boolean> = NO_WORDS): Reading<boolean> {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return fits(true);
  if (NO.includes(word)) return fits(false);
  const other = words.get(word);
  return other === undefined ? misfit("type_mismatch", "Write yes or no.") : fits(other);
}

const NO_WORDS: ReadonlyMap<string, boolean> = new Map();
