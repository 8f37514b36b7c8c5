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

/** A number of bytes as a person reads it: 1.2 MB. */
export function shownSize(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const at = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const shape = { style: "unit", unit: units[at] ?? "byte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en-GB", shape).format(bytes / 1_000 ** at);
}

/** An amount in the currency's smallest unit as a person reads it: €12.50. */
export const shownMoney = (amount: number, currency: string): string => moneyIn(amount, { locale, currency });
