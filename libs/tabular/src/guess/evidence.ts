import type { Cell } from "../read/source.ts";
import { shapeOf } from "../shapes.ts";
import {
  readValue,
  type DateOrder,
  type Decimal,
  type ValueContext,
  type ValueType,
} from "../values/read-value.ts";

/** Facts of one cell that speak for types of its column. */
export interface Evidence {
  /** Types of which the cell is a value. */
  types: readonly ValueType[];
  /** Signs that can be the decimal sign; none if the number has neither. */
  decimals: readonly Decimal[];
  /** Orders in which the date can be read; none if they do not matter. */
  orders: readonly DateOrder[];
  /** Whether a number would lose digits: those before it, or those beyond the ones that a double has. */
  losesDigits: boolean;
}

const NONE: Evidence = { types: [], decimals: [], orders: [], losesDigits: false };
const of = (...types: ValueType[]): Evidence => ({ ...NONE, types });

const DIGITS_MAX = 15;
const PHONE = /^(?:\+|\(|\d)[\d\s.\-/()\u2010-\u2015]{5,30}$/u;
const DATE = /^(\p{Nd}{1,4}[./-]\s?\p{Nd}{1,2}[./-]\s?\p{Nd}{1,4})(?:\.?,?\s+|T|$)/u;
const NAMED_DAY = /\p{L}{3}.*\p{Nd}{4}|\p{Nd}{1,2}\.?\s\p{L}{3}/u;
const CHARS_MAX = 100;

/** Orders in which a day can be read; undefined for a text that is not a day. */
export type DayOrders = (day: string) => readonly DateOrder[] | undefined;

/** Context of a column: that of its values, and the way to the orders of its days. */
export interface EvidenceContext extends ValueContext {
  ordersOf: DayOrders;
}

const ORDERS = ["dmy", "mdy"] as const;

/** Finds the orders in which a day can be read: none if both are the same day. */
export function ordersOf(day: string, context: ValueContext): readonly DateOrder[] | undefined {
  const days = ORDERS.map((dateOrder) => readValue(day, "date", { ...context, dateOrder }).value);
  if (days.every((one) => one === undefined)) return undefined;
  return days[0] === days[1] ? [] : ORDERS.filter((_, at) => days[at] !== undefined);
}

/** Finds the evidence of one cell that is not empty. */
export function evidenceOf(cell: Exclude<Cell, null>, context: EvidenceContext): Evidence {
  if (typeof cell === "number") return Number.isInteger(cell) ? of("integer", "number") : of("number");
  if (typeof cell === "boolean") return of("boolean");
  if (typeof cell === "string") return textEvidence(cell.trim(), context);
  if ("percent" in cell) return of("percent");
  if ("files" in cell) return of("text");
  return cell.date.includes("T") ? of("datetime") : of("date");
}

function textEvidence(text: string, context: EvidenceContext): Evidence {
  switch (shapeOf(text)) {
    case "number":
      return numberEvidence(text, context);
    case "date":
      return dateEvidence(text, context);
    case "time":
      return of("duration");
    case "email":
      return fitting(text, ["email"], context);
    case "url":
      return fitting(text, ["url"], context);
    case "truth":
      return of("boolean");
    default:
      return wordEvidence(text, context);
  }
}

const fitting = (text: string, types: readonly ValueType[], context: ValueContext): Evidence =>
  of(...types.filter((type) => readValue(text, type, context).fault === undefined));

/** Evidence for the first type of which the text is a value: a day is a time too, and counts once. */
function firstFitting(text: string, types: readonly ValueType[], context: ValueContext): Evidence {
  const first = types.find((type) => readValue(text, type, context).fault === undefined);
  return first === undefined ? NONE : of(first);
}

const AMOUNTS = ["integer", "number", "percent", "currency"] as const;

function numberEvidence(text: string, context: ValueContext): Evidence {
  const phone = isPhone(text, context) ? (["phone"] as const) : [];
  const hasSign = /\p{Sc}|[A-Z]{3}/u.test(text);
  const types = hasSign
    ? (["currency"] as const)
    : text.includes("%")
      ? (["percent"] as const)
      : AMOUNTS.slice(0, 2);
  const currency = context.currency ?? currencyOf(text);
  const inWay = (decimal: Decimal) =>
    types.filter((type) => readValue(text, type, { ...context, currency, decimal }).fault === undefined);
  const [point, comma] = [inWay("."), inWay(",")];
  const read = new Set<ValueType>([...point, ...comma, ...phone]);
  return { ...NONE, types: [...read], decimals: decimalsOf(text), losesDigits: losesDigits(text) };
}

/** Codes of currencies by the signs that files have most often. */
const CURRENCIES: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
};

/** The currency that an amount names; undefined for one without any, or with a sign that is not known. */
export function currencyOf(text: string): string | undefined {
  const code = /(?:^|[^A-Z])([A-Z]{3})(?:$|[^A-Z])/.exec(text)?.[1];
  return code ?? CURRENCIES[/\p{Sc}/u.exec(text)?.[0] ?? ""];
}

/** The signs that can be the decimal one of a number: both for one sign before three digits, none without a sign. */
function decimalsOf(text: string): readonly Decimal[] {
  const body = text.replaceAll(/[^\p{Nd}.,]/gu, "");
  const [points, commas] = [body.split(".").length - 1, body.split(",").length - 1];
  if (points > 0 && commas > 0) return [body.lastIndexOf(".") > body.lastIndexOf(",") ? "." : ","];
  if (points + commas === 0) return [];
  const [own, other] = points > 0 ? ([".", ","] as const) : ([",", "."] as const);
  if (points + commas > 1) return [other];
  return /^[1-9]\p{Nd}{0,2}[.,]\p{Nd}{3}$/u.test(body) ? [own, other] : [own];
}

/** Whether a number has a zero before it, or more digits than a double. */
function losesDigits(text: string): boolean {
  const body = text.replace(/^[+-]\s*/, "");
  return /^0\p{Nd}/u.test(body) || body.replaceAll(/\P{Nd}/gu, "").length > DIGITS_MAX;
}

function dateEvidence(text: string, context: EvidenceContext): Evidence {
  const day = DATE.exec(text)?.[1];
  const orders = day === undefined ? undefined : context.ordersOf(day);
  if (orders === undefined) return isPhone(text, context) ? of("phone") : NONE;
  if (day === text) return { ...NONE, types: ["date"], orders };
  const [dateOrder = "dmy"] = orders;
  const isRead = readValue(text, "datetime", { ...context, dateOrder }).fault === undefined;
  return isRead ? { ...NONE, types: ["datetime"], orders } : NONE;
}

/** Finds the evidence of a text that has the form of one whose types are known. */
export function evidenceLike(text: string, types: readonly ValueType[], context: EvidenceContext): Evidence {
  if (types.some((type) => type === "date" || type === "datetime")) {
    const day = DATE.exec(text)?.[1];
    const orders = day === undefined ? [] : context.ordersOf(day);
    return orders === undefined ? NONE : { ...NONE, types, orders };
  }
  return shapeOf(text) === "number"
    ? { types, decimals: decimalsOf(text), orders: [], losesDigits: losesDigits(text) }
    : { ...NONE, types };
}

function wordEvidence(text: string, context: ValueContext): Evidence {
  if (text.length > CHARS_MAX) return NONE;
  if (isPhone(text, context)) return of("phone");
  if (/^(?:www\.|[\w-]+\.[\w.-]+\/)/i.test(text)) return fitting(text, ["url"], context);
  if (NAMED_DAY.test(text)) return firstFitting(text, ["date", "datetime"], context);
  if (/^\p{Nd}+(?:[.,]\p{Nd}+)?\s?(?:h|min|std)\b/iu.test(text)) return fitting(text, ["duration"], context);
  return text.length <= 10 ? fitting(text, ["boolean"], context) : NONE;
}

/** Whether a text is a telephone number: it begins with its country code, or its digits are set apart. */
const isPhone = (text: string, context: ValueContext): boolean =>
  PHONE.test(text) &&
  (text.startsWith("+") || /\d[\s/()-]+\d/.test(text)) &&
  readValue(text, "phone", context).fault === undefined;
