import { readValue, type ValueContext, type ValueType } from "@jst/tabular/values";
import type { Cell } from "@jst/tabular/read";
import type { BaseField } from "./base.ts";

/** Type that a field can become, with the options of the column. */
export interface FieldType {
  type: ValueType | "rating" | "relation" | "file";
  options?: Record<string, unknown>;
}

const TYPES: Readonly<Record<string, readonly ValueType[]>> = {
  singleLineText: ["text"],
  multilineText: ["long_text"],
  richText: ["long_text"],
  email: ["email", "text"],
  url: ["url", "text"],
  phoneNumber: ["phone", "text"],
  checkbox: ["boolean"],
  percent: ["percent"],
  duration: ["duration", "number"],
  date: ["date"],
  dateTime: ["datetime"],
  createdTime: ["datetime"],
  lastModifiedTime: ["datetime"],
  autoNumber: ["integer"],
  count: ["integer"],
  singleCollaborator: ["text"],
  createdBy: ["text"],
  lastModifiedBy: ["text"],
  barcode: ["text"],
  externalSyncSource: ["text"],
};

/** Currencies by the sign that Airtable shows; other signs make a number. */
const CURRENCIES: Readonly<Record<string, string>> = {
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₩": "KRW",
  "₺": "TRY",
  zł: "PLN",
};
const ISO = new Set(Intl.supportedValuesOf("currency"));
/** Choices of a column, and characters of one. */
const CHOICES_MAX = 500;
const CHOICE_CHARS_MAX = 200;
const RATING_MAX = 10;

/** Lists the types that a field can become, the one nearest to it first; each value fits the last one. */
export function typesOf({ type, options }: Pick<BaseField, "type" | "options">): FieldType[] {
  const { result } = options;
  if (result) return resultTypes(result);
  return [...nearTypes({ type, options }), { type: "long_text" }];
}

function nearTypes({ type, options }: Pick<BaseField, "type" | "options">): FieldType[] {
  switch (type) {
    case "number":
      return options.precision === 0 ? [{ type: "integer" }, { type: "number" }] : [{ type: "number" }];
    case "currency": {
      const currency = currencyOf(options.symbol ?? "");
      const amount = currency === undefined ? [] : [{ type: "currency" as const, options: { currency } }];
      return [...amount, { type: "number" }];
    }
    case "rating": {
      const { max = RATING_MAX } = options;
      const stars = max <= RATING_MAX ? [{ type: "rating" as const, options: { max } }] : [];
      return [...stars, { type: "integer" }];
    }
    case "singleSelect":
      return choicesOf("select", options);
    case "multipleSelects":
      return choicesOf("multi_select", options);
    case "multipleAttachments":
      return [{ type: "file", options: { multiple: true } }];
    default:
      return (Object.hasOwn(TYPES, type) ? (TYPES[type] ?? []) : []).map((one) => ({ type: one }));
  }
}

/** Values of formulas, lookups and rollups; choices among them are texts. */
function resultTypes(result: { type: string; options: BaseField["options"] }): FieldType[] {
  if (result.type === "singleSelect") return [{ type: "text" }];
  if (["multipleSelects", "multipleRecordLinks", "multipleAttachments"].includes(result.type))
    return [{ type: "long_text" }];
  return typesOf(result);
}

function currencyOf(sign: string): string | undefined {
  const name = sign.trim();
  if (ISO.has(name)) return name;
  return Object.hasOwn(CURRENCIES, name) ? CURRENCIES[name] : undefined;
}

function choicesOf(type: "select" | "multi_select", { choices = [] }: BaseField["options"]): FieldType[] {
  const names = choices.map(({ name }) => name.normalize("NFC").trim());
  const isFit = (name: string) => name.length >= 1 && name.length <= CHOICE_CHARS_MAX;
  if (names.length > CHOICES_MAX || !names.every(isFit) || new Set(names).size < names.length) return [];
  return [{ type, options: { options: names.map((value) => ({ value, label: value })) } }];
}

/** Reports whether a cell is a value of a type without a change. */
export function isFit(cell: Cell, { type, options = {} }: FieldType, context: ValueContext): boolean {
  if (type === "relation" || type === "file") return true;
  if (type === "rating") {
    const { value, fault } = readValue(cell, "integer", context);
    if (fault !== undefined || value === null) return fault === undefined;
    return typeof value === "number" && value >= 1 && value <= Number(options["max"]);
  }
  const currency = options["currency"] as string | undefined;
  const choices = options["options"] as { value: string }[] | undefined;
  return readValue(cell, type, { ...context, currency, choices }).fault === undefined;
}

/** Kind of the loss of a field that becomes values alone (imports.airtable-losses). */
export function lossKindOf({ type }: Pick<BaseField, "type">): string | undefined {
  return Object.hasOwn(LOSSES, type) ? LOSSES[type] : undefined;
}

const LOSSES: Readonly<Record<string, string>> = {
  formula: "formula",
  rollup: "rollup",
  count: "rollup",
  multipleLookupValues: "lookup",
  lookup: "lookup",
  autoNumber: "autonumber_restart",
  createdTime: "history",
  lastModifiedTime: "history",
  createdBy: "history",
  lastModifiedBy: "history",
  singleCollaborator: "relation",
  multipleCollaborators: "relation",
  aiText: "automation",
};
