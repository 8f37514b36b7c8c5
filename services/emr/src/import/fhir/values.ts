import { wordsOf } from "./codes.ts";
import { numberIn, objectIn, textIn, type Json } from "./json.ts";
import { quantityWords, unitOf } from "./quantities.ts";

/** Measured value as the API shows it; undefined without a value. */
export function valueOf(source: Json): Json | undefined {
  const quantity = objectIn(source["valueQuantity"]);
  const number = numberIn(quantity["value"]);
  if (number !== null) {
    const comparator = textIn(quantity["comparator"]);
    return { value: number, ...(comparator === null ? {} : { comparator }), unit: unitOf(quantity) };
  }
  const whole = numberIn(source["valueInteger"]);
  if (whole !== null) return { value: whole, unit: null };
  const text = valueText(source);
  return text === null ? undefined : { value: null, value_text: text, unit: null };
}

function valueText(source: Json): string | null {
  const boolean = source["valueBoolean"];
  if (typeof boolean === "boolean") return String(boolean);
  const [range, ratio] = [objectIn(source["valueRange"]), objectIn(source["valueRatio"])];
  const period = objectIn(source["valuePeriod"]);
  return (
    textIn(source["valueString"]) ??
    wordsOf(source["valueCodeableConcept"]) ??
    joined(quantityWords(range["low"]), "-", quantityWords(range["high"])) ??
    joined(quantityWords(ratio["numerator"]), ":", quantityWords(ratio["denominator"])) ??
    textIn(source["valueDateTime"]) ??
    textIn(source["valueTime"]) ??
    joined(textIn(period["start"]), "-", textIn(period["end"]))
  );
}

function joined(first: string | null, sign: string, second: string | null): string | null {
  return first === null && second === null ? null : `${first ?? ""} ${sign} ${second ?? ""}`.trim();
}
