import { cellText, moneyText } from "../cells.ts";
import { cellOf, type Column, currencyOf, type HeaderStyle, type Item } from "../columns.ts";
import { decimalOf, shifted } from "@jst/values";
import type { CellStyles } from "./styles.ts";

const DAY_MS = 86_400_000;
/** Day 0 of the serial numbers of days: the one that makes those from March 1900 on right. */
const EPOCH = Date.UTC(1899, 11, 30);
/** The first day whose number every program reads as the same day. */
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** Writes the cells of one column; an empty one is left out. */
export type CellWriter = (item: Item, reference: string) => string;

/** Prepares the cells of a column: typed values, and texts that no program takes for anything else. */
export function cellWriter(column: Column, headers: HeaderStyle, styles: CellStyles): CellWriter {
  const shape = { kind: column.kind, names: headers === "label" ? column.names : undefined };
  return (item, reference) => {
    const value = cellOf(item, column);
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    const currency = column.kind === "money" ? currencyOf(item, column) : "";
    const number = numberOf(value, column, currency, styles);
    if (number !== undefined) return numberCell(reference, number.value, number.style);
    return textCell(reference, cellText(value, shape, currency));
  };
}

function numberOf(
  value: unknown,
  { kind }: Column,
  currency: string,
  styles: CellStyles,
): { value: string; style?: number } | undefined {
  if (typeof value === "number") {
    if (kind === "duration") return { value: decimalOf(value / 86_400), style: styles.placeOf("duration") };
    // A spreadsheet shows 0.125 as 12.5 %.
    if (kind === "percent") return { value: shifted(decimalOf(value), -2), style: styles.placeOf("percent") };
    if (kind !== "money") return { value: decimalOf(value) };
    return { value: moneyText(decimalOf(value), currency), style: styles.placeOfMoney(currency) };
  }
  if (typeof value !== "string" || (kind !== "date" && kind !== "instant")) return undefined;
  const ms = Date.parse(value);
  if (Number.isNaN(ms) || ms < FIRST_DAY) return undefined;
  return { value: decimalOf((ms - EPOCH) / DAY_MS), style: styles.placeOf(kind) };
}

function numberCell(reference: string, value: string, style: number | undefined): string {
  const styled = style === undefined ? "" : ` s="${style}"`;
  return `<c r="${reference}"${styled}><v>${value}</v></c>`;
}

/** Writes a text; it stays one whatever it begins with. */
export function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

const SPECIAL: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML does not have or reads as another, halves of pairs, and what looks like their escapes. */
const ODD =
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** Escapes a text for XML; what XML lacks by the escapes of ECMA-376 (22.9.2.19). */
export function escaped(text: string): string {
  return text
    .replace(ODD, (odd) => `_x${odd.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (special) => SPECIAL[special] ?? special);
}

/** Letters of a column, from 0: A to Z, then AA. */
export function lettersOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : lettersOf(Math.floor(place / 26) - 1) + last;
}
