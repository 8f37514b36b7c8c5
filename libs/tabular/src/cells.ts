import { decimalOf, digitsOf, shifted } from "@jst/values";

/** Kinds of cells, by the form of their values in JSON. */
export type CellKind =
  | "text"
  | "number"
  | "money"
  | "percent"
  | "duration"
  | "boolean"
  | "date"
  | "instant"
  | "list"
  | "json";

/** As much of a column as the text of a cell follows from. */
export interface CellShape {
  kind: CellKind;
  /** Names of values as people know them, by the values. */
  names?: ReadonlyMap<string, string> | undefined;
}

/**
 * Writes a value as the text of a cell, without a locale: plain decimals, money in whole units of its currency, lists
 * as one line of CSV (moving.values). Null is empty.
 */
export function cellText(value: unknown, { kind, names }: CellShape, currency = ""): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string")
    return kind === "json" ? JSON.stringify(value) : (names?.get(value) ?? value);
  if (typeof value === "number") return numberText(value, kind, currency);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value) && kind === "list")
    return listText(value.map((one: unknown) => cellText(one, { kind: "text", names })));
  return JSON.stringify(value);
}

function numberText(value: number, kind: CellKind, currency: string): string {
  if (kind === "duration") return durationText(value);
  const decimal = decimalOf(value);
  return kind === "money" ? moneyText(decimal, currency) : decimal;
}

/** Writes an amount of the smallest unit with all decimals of its currency: 1999 of EUR is 19.99. */
export function moneyText(minor: string, currency: string): string {
  const count = digitsOf(currency);
  if (count === 0) return minor;
  const [whole = "", fraction = ""] = shifted(minor, -count).split(".");
  return `${whole}.${fraction.padEnd(count, "0")}`;
}

/** Writes seconds as h:mm:ss. */
export function durationText(seconds: number): string {
  if (!Number.isInteger(seconds)) return decimalOf(seconds);
  const whole = Math.abs(seconds);
  const two = (count: number) => String(count).padStart(2, "0");
  const clock = `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return seconds < 0 ? `-${clock}` : clock;
}

/** Writes a list as one line of CSV: `a,"b, c"`. */
export const listText = (items: readonly string[]): string =>
  items.map((item) => quotedCell(item, ",")).join(",");

const QUOTED = /["\r\n]/;

/** Quotes a cell of a CSV line if its text needs it (RFC 4180). */
export function quotedCell(text: string, delimiter: string): string {
  return QUOTED.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
}
