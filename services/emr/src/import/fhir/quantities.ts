import { numberIn, objectIn, textIn, type Json } from "./json.ts";
import { UCUM } from "./systems.ts";

/** The unit as people write it, but for codes of UCUM, which say more. */
export function unitOf(quantity: Json): string | null {
  const [unit, code] = [textIn(quantity["unit"]), textIn(quantity["code"])];
  return quantity["system"] === UCUM ? (code ?? unit) : (unit ?? code);
}

/** A quantity in words: `<`, the number and its unit as people write it; null without a number. */
export function quantityWords(value: unknown): string | null {
  const quantity = objectIn(value);
  const number = numberIn(quantity["value"])?.text;
  if (number === undefined) return null;
  const unit = textIn(quantity["unit"]) ?? textIn(quantity["code"]);
  const comparator = textIn(quantity["comparator"]);
  return `${comparator ?? ""}${number}${unit === null || unit === "1" ? "" : ` ${unit}`}`;
}

/** A range in words, also one that is open on a side. */
export function rangeWords(value: unknown): string | null {
  const { low, high } = objectIn(value);
  const [from, to] = [quantityWords(low), quantityWords(high)];
  if (from === null) return to === null ? null : `up to ${to}`;
  if (to === null) return `${from} or more`;
  const [lowest, highest] = [objectIn(low), objectIn(high)];
  const isOneUnit = unitOf(lowest) === unitOf(highest);
  return isOneUnit ? `${numberIn(lowest["value"])?.text ?? ""} to ${to}` : `${from} to ${to}`;
}

/** A ratio in words. */
export function ratioWords(value: unknown, sign: string): string | null {
  const { numerator, denominator } = objectIn(value);
  const [above, below] = [quantityWords(numerator), quantityWords(denominator)];
  if (above === null) return null;
  return below === null ? above : `${above} ${sign} ${below}`;
}
