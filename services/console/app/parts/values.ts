import { shownMoney as moneyIn } from "@jst/values";
import { locale } from "../preferences/locale.ts";
import { shownAs } from "./reading.ts";

/** A value of the API as a person reads it; undefined and null are an empty text. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return shownList(value);
  return JSON.stringify(value, null, 2);
}

/** Shows texts in one line: if one of them has a comma, another sign stands between them. */
export const shownList = (texts: readonly string[]): string =>
  texts.join(texts.some((text) => text.includes(",")) ? "; " : ", ");

/** An answer as a person reads it: a number with the signs of the locale. */
export const shownAnswer = (value: unknown): string =>
  typeof value === "number" ? shownAs(value, { kind: "number" }) : shownValue(value);

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A number of bytes as a person reads it: 9 bytes, 1.2 MB. */
export function shownSize(bytes: number): string {
  const inUnit = (at: number) => Math.round((10 * bytes) / 1_000 ** at) / 10;
  const larger = UNITS.findIndex((_, at) => inUnit(at) < 1_000);
  const at = larger === -1 ? UNITS.length - 1 : larger;
  const unit = UNITS[at] ?? "byte";
  const shape = { style: "unit", unit, unitDisplay: at === 0 ? "long" : "short" } as const;
  return new Intl.NumberFormat("en-GB", { ...shape, maximumFractionDigits: 1 }).format(inUnit(at));
}

/** An amount in the currency's smallest unit as a person reads it: €12.50. */
export const shownMoney = (amount: number, currency: string): string => moneyIn(amount, { locale, currency });
