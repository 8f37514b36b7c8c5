import {
  composed,
  decimalOf,
  readChoice,
  readDate,
  readDuration,
  readInstant,
  readInteger,
  readMoney,
  readNumber,
  readPercent,
  readTruth,
  readWebAddress,
  startOfDay,
  type Choice,
  type DateOrder,
  type Fault,
  type Reading,
} from "@jst/values";
import { foldedEmail, isEmail } from "@jst/values/email";
import { readPhone } from "@jst/values/phone";
import { readList } from "../read/row-scanner.ts";
import { sourceText, type Cell } from "../read/source.ts";

export type { DateOrder } from "@jst/values";

/** Types of columns whose values are read from a source; those of references are found, not read. */
export type ValueType =
  | "text"
  | "long_text"
  | "number"
  | "integer"
  | "currency"
  | "percent"
  | "boolean"
  | "date"
  | "datetime"
  | "duration"
  | "select"
  | "multi_select"
  | "email"
  | "phone"
  | "url";

/** Context in which the values of a column are read: of the team, and as a person answered for the column. */
export interface ValueContext {
  /** Zone of times without one. */
  timeZone: string;
  /** Country of telephone numbers without its code, as ISO 3166-1 has it. */
  country?: string | undefined;
  /** Language of the names of months; English ones are read always. */
  locale?: string | undefined;
  decimal?: Decimal | undefined;
  dateOrder?: DateOrder | undefined;
  /** Currency of amounts. */
  currency?: string | undefined;
  choices?: readonly Choice[] | undefined;
  nowMs?: number | undefined;
}

/** Sign before the fraction of a number. */
export type Decimal = "." | ",";

/** A value as the API has it: null for an empty cell. */
export type Value = string | number | boolean | string[] | null;

/** Locales whose numbers have this decimal sign; that of India has groups of two digits besides those of three. */
const LOCALES = { ".": "en-IN", ",": "de-DE" } as const;
const DEFAULT_LOCALE = "en-GB";

/** Yes and no as programs write them into files. */
const TRUTHS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    true: ["1", "ja", "wahr", "oui", "vrai", "sí", "si", "verdadero", "x", "✓", "checked"],
    false: ["0", "nein", "falsch", "non", "faux", "no", "falso", "unchecked"],
  }).flatMap(([truth, words]) => words.map((word) => [word, truth === "true"] as const)),
);

/**
 * Reads a cell as a value of a type (imports.values): in NFC and without outer blanks. Numbers and dates of a text are
 * read with the decimal sign and the order that the context states; without them, one that can be read in two ways is
 * a fault. A cell that is a number, a day or a truth in its source is read as such. Nothing is rounded.
 */
export function readValue(cell: Cell, type: ValueType, context: ValueContext): Reading<Value> {
  const text = composed(sourceText(cell)).trim();
  if (text === "") return { value: null };
  switch (type) {
    case "text":
    case "long_text":
      return { value: text };
    case "number":
    case "integer":
    case "percent":
    case "currency":
      return readAmount(cell, text, type, context);
    case "date":
    case "datetime":
      return readTime(cell, text, type, context);
    case "boolean":
      return typeof cell === "boolean" ? { value: cell } : readTruth(text, TRUTHS);
    default:
      return readText(text, type, context);
  }
}

/** Folds a value into the one by which it is matched: addresses are compared as values.emails says. */
export const matchValue = (value: Exclude<Value, null>, type: ValueType): Exclude<Value, null> =>
  type === "email" && typeof value === "string" ? foldedEmail(value) : value;

const fault = (code: Fault["code"], message: string): Reading<never> => ({ fault: { code, message } });

type AmountType = "number" | "integer" | "percent" | "currency";

/** Digits that a spreadsheet shows of a number; further ones come from its arithmetic. */
const SHOWN_DIGITS = 15;

function readAmount(cell: Cell, text: string, type: AmountType, context: ValueContext): Reading<number> {
  const own = numberOf(cell);
  if (own === undefined)
    return inEachWay(decimalsOf(context), (sign) => amountIn(text, type, LOCALES[sign], context));
  if (type === "number" || type === "percent") return { value: own };
  return amountIn(decimalOf(Number(own.toPrecision(SHOWN_DIGITS))), type, LOCALES["."], context);
}

function amountIn(
  text: string,
  type: AmountType,
  locale: string,
  { currency = "" }: ValueContext,
): Reading<number> {
  switch (type) {
    case "number":
      return readNumber(text, locale);
    case "integer":
      return readInteger(text, locale);
    case "percent":
      return readPercent(text, locale);
    case "currency":
      return readMoney(text, { locale, currency });
  }
}

const decimalsOf = ({ decimal }: ValueContext): readonly Decimal[] =>
  decimal === undefined ? [".", ","] : [decimal];

/** Faults of a text that is a value of its kind, but not one that fits: 1.5 is a number, and not a whole one. */
const UNFIT: readonly (Fault["code"] | undefined)[] = ["too_precise", "out_of_range"];

/** Reads a text in each way that the context leaves open. Two ways with different meanings are a fault. */
function inEachWay<Way, T>(ways: readonly Way[], read: (way: Way) => Reading<T>): Reading<T> {
  const readings = ways.map(read);
  const meant = readings.filter(({ fault: own }) => own === undefined || UNFIT.includes(own.code));
  const [first = readings[0]] = meant;
  if (first === undefined || meant.some(({ value }) => value !== first.value))
    return fault("invalid_format", TWO_WAYS);
  return first;
}

const TWO_WAYS = "The value can be read in two ways. Choose the decimal sign or the order of day and month.";

function numberOf(cell: Cell): number | undefined {
  if (typeof cell === "number") return cell;
  return typeof cell === "object" && cell !== null && "percent" in cell ? cell.percent : undefined;
}

function readTime(
  cell: Cell,
  text: string,
  type: "date" | "datetime",
  context: ValueContext,
): Reading<string> {
  const open: readonly DateOrder[] = ["dmy", "mdy"];
  const { dateOrder } = context;
  const orders = typeof cell === "object" ? open.slice(0, 1) : dateOrder === undefined ? open : [dateOrder];
  return inEachWay(orders, (order) => timeIn(text, type, order, context));
}

function timeIn(
  text: string,
  type: "date" | "datetime",
  order: DateOrder,
  { timeZone, locale = DEFAULT_LOCALE, nowMs }: ValueContext,
): Reading<string> {
  const dates = { locale, timeZone, order, ...(nowMs === undefined ? {} : { nowMs }) };
  const date = readDate(text, dates);
  if (type === "date") return date.fault === undefined ? date : dayWithTime(text, date, dates);
  if (date.fault !== undefined) return readInstant(text, dates);
  const start = startOfDay(date.value, timeZone);
  return start === undefined
    ? fault("out_of_range", `This day does not exist in ${timeZone}. Write another one.`)
    : { value: new Date(start).toISOString() };
}

/** The fault of a text that is not a day; of one with a time it says that the time would be lost. */
function dayWithTime(
  text: string,
  date: Reading<string>,
  dates: Parameters<typeof readInstant>[1],
): Reading<string> {
  const hasTime = readInstant(text, dates).fault === undefined;
  return hasTime ? fault("too_precise", "The date has a time. Choose a column of dates with times.") : date;
}

type TextType = Exclude<ValueType, "text" | "long_text" | AmountType | "date" | "datetime" | "boolean">;

function readText(text: string, type: TextType, context: ValueContext): Reading<Value> {
  const { choices = [], country } = context;
  switch (type) {
    case "duration":
      return inEachWay(decimalsOf(context), (sign) => readDuration(text, LOCALES[sign]));
    case "select":
      return readChoice(text, choices);
    case "multi_select":
      return readChoices(text, choices);
    case "email":
      return isEmail(text)
        ? { value: text }
        : fault("invalid_format", "Write an e-mail address such as ada@example.com.");
    case "phone":
      return readPhone(text, country);
    case "url":
      return readWebAddress(text);
  }
}

/** Reads a list of choices, each once. */
function readChoices(text: string, choices: readonly Choice[]): Reading<string[]> {
  const values = new Set<string>();
  for (const item of readList(text)) {
    const choice = readChoice(item, choices);
    if (choice.fault !== undefined) return choice;
    values.add(choice.value);
  }
  return { value: [...values] };
}
