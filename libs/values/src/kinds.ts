import { readDate, shownDate, type DateContext } from "./date.ts";
import { readDuration, shownDuration } from "./duration.ts";
import { readInstant, shownInstant } from "./instant.ts";
import { readMoney, shownMoney } from "./money.ts";
import {
  readInteger,
  readNumber,
  readPercent,
  shownNumber,
  shownPercent,
  type NumberShape,
} from "./number.ts";
import type { Reading } from "./reading.ts";

/** Kinds of values that are numbers in the API, and those that are texts of a fixed form. */
export type NumberKind = "number" | "integer" | "percent" | "money" | "duration";
export type TimeKind = "date" | "datetime";
export type Kind = NumberKind | TimeKind;

/** Context in which a value is read and shown: the locale and zone, the currency of money, the places of a number. */
export interface Context extends DateContext {
  currency?: string;
  precision?: number;
  /** Places that a number without a precision has at least. */
  least?: number;
  /** Whether the text reads back as the same value, as editors and the clipboard need it. */
  exact?: boolean;
}

/** Reads what a person wrote: the value as the API has it, or the fault of the text. */
export function read(text: string, kind: Kind, context: Context): Reading<number | string> {
  const { locale, currency = "" } = context;
  switch (kind) {
    case "number":
      return readNumber(text, locale);
    case "integer":
      return readInteger(text, locale);
    case "percent":
      return readPercent(text, locale);
    case "money":
      return readMoney(text, { locale, currency });
    case "duration":
      return readDuration(text, locale);
    case "date":
      return readDate(text, context);
    case "datetime":
      return readInstant(text, context);
  }
}

const TIMES: readonly Kind[] = ["date", "datetime"];

/** Shows a value of the API as a person reads it; a value of another type is shown as it is. */
export function shown(value: unknown, kind: Kind, context: Context): string {
  if (TIMES.includes(kind))
    return typeof value === "string" ? shownTime(value, kind, context) : String(value);
  return typeof value === "number" ? shownAmount(value, kind, context) : String(value);
}

const shownTime = (value: string, kind: Kind, context: Context): string =>
  kind === "date" ? shownDate(value, context.locale) : shownInstant(value, context);

function shownAmount(
  value: number,
  kind: Kind,
  { locale, precision, least, exact = false, currency = "" }: Context,
): string {
  const shape: NumberShape = {
    ...{ locale, exact },
    ...(precision === undefined ? {} : { precision }),
    ...(least === undefined ? {} : { least }),
  };
  if (kind === "money") return shownMoney(value, { locale, currency, exact });
  if (kind === "duration") return shownDuration(value);
  return kind === "percent" ? shownPercent(value, shape) : shownNumber(value, shape);
}
