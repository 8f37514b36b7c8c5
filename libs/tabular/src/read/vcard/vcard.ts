import ICAL from "ical.js";
import type { Bytes } from "../bytes.ts";
import { visible, type Encoding } from "../encoding.ts";
import { listText } from "../../cells.ts";
import { ROWS_MAX, tooManyRows, type Row, type RowFault } from "../source.ts";
import { cardTexts, type CardText } from "./card-text.ts";

/** Columns of the cards of an address book. Lists are cells with one line of CSV. */
export const cardColumns = [
  "uid",
  "full_name",
  "prefix",
  "first_name",
  "middle_name",
  "last_name",
  "suffix",
  "nickname",
  "company",
  "department",
  "title",
  "email",
  "other_emails",
  "phone",
  "other_phones",
  "street",
  "city",
  "region",
  "postal_code",
  "country",
  "birthday",
  "url",
  "categories",
  "note",
] as const;

type CardColumn = (typeof cardColumns)[number];

/** A property of a card as jCard (RFC 7095) has it: name, parameters, type, values. */
type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];

const MESSAGES = {
  not_in_encoding:
    "The card has bytes that the encoding does not have. Choose another encoding, or write it again.",
  too_large: "The card has more than 1,048,576 characters without its pictures. Shorten it.",
  invalid_vcard: "The card is not valid. Export it again.",
} as const;

/**
 * Reads the cards of versions 2.1, 3 and 4 as rows (imports.cards). The preferred address and telephone come first,
 * the others are lists. Pictures are left out, and so is what no column has.
 */
export async function* cardRows(bytes: Bytes, encoding: Encoding): AsyncGenerator<Row, void, undefined> {
  let row = 0;
  for await (const card of cardTexts(bytes, encoding)) {
    row += 1;
    if (row > ROWS_MAX) throw tooManyRows();
    yield { row, line: card.line, ...judged(card) };
  }
}

function judged({ text, fault }: CardText): Pick<Row, "cells" | "faults"> {
  const properties = fault === undefined ? propertiesOf(text) : undefined;
  if (properties !== undefined) return fitted(properties);
  const code = fault ?? "invalid_vcard";
  return {
    cells: cardColumns.map((column) => (column === "note" ? visible(text.slice(0, 1_000)) : "")),
    faults: [{ column: null, code, message: MESSAGES[code] }],
  };
}

function propertiesOf(text: string): Property[] | undefined {
  try {
    const [, properties] = ICAL.parse(text) as unknown as [string, Property[]];
    return properties;
  } catch {
    return undefined;
  }
}

function fitted(properties: readonly Property[]): Pick<Row, "cells" | "faults"> {
  const card = new Properties(properties);
  const faults: RowFault[] = [];
  const cells = cardColumns.map((name, column) => {
    const text = FIELDS[name](card);
    if (text.isWellFormed() && !text.includes("\0")) return text;
    faults.push({ column, code: "invalid_character", message: "The cell has NUL. Remove it." });
    return visible(text);
  });
  return { cells, faults };
}

/** Properties of a card, those that are preferred first. */
class Properties {
  readonly #all: readonly Property[];

  constructor(all: readonly Property[]) {
    this.#all = all.toSorted((one, other) => rank(one) - rank(other));
  }

  texts(name: string): string[] {
    return this.#all
      .filter(([own]) => own === name)
      .map(([, , , value]) => textOf(value))
      .filter((text) => text !== "");
  }

  /** All values of the properties of a name, which may have several each. */
  list(name: string): string[] {
    const values = this.#all.filter(([own]) => own === name).flatMap(([, , , ...own]) => own.map(textOf));
    return values.filter((text) => text !== "");
  }

  /** A part of a property that has several, of the first one. */
  part(name: string, index: number): string {
    const value = this.#all.find(([own]) => own === name)?.[3];
    if (Array.isArray(value)) return textOf(value[index]);
    return index === 0 ? textOf(value) : "";
  }
}

/** Place of a property among those of its name: 1 to 100 in version 4, a type in version 3. */
function rank([, { pref, type }]: Property): number {
  if (typeof pref === "string") return Number(pref);
  const types = [type ?? []].flat().map((one) => one.toLowerCase());
  return types.includes("pref") ? 0 : 101;
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== "")
      .join(" ");
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

const plainPhone = (text: string): string => text.replace(/^tel:/i, "");
const first = (texts: readonly string[]): string => texts[0] ?? "";

const FIELDS: Readonly<Record<CardColumn, (card: Properties) => string>> = {
  uid: (card) => first(card.texts("uid")),
  full_name: (card) => first(card.texts("fn")),
  prefix: (card) => card.part("n", 3),
  first_name: (card) => card.part("n", 1),
  middle_name: (card) => card.part("n", 2),
  last_name: (card) => card.part("n", 0),
  suffix: (card) => card.part("n", 4),
  nickname: (card) => first(card.list("nickname")),
  company: (card) => card.part("org", 0),
  department: (card) => card.part("org", 1),
  title: (card) => first(card.texts("title")),
  email: (card) => first(card.texts("email")),
  other_emails: (card) => listText(card.texts("email").slice(1)),
  phone: (card) => first(card.texts("tel").map(plainPhone)),
  other_phones: (card) => listText(card.texts("tel").slice(1).map(plainPhone)),
  street: (card) => card.part("adr", 2),
  city: (card) => card.part("adr", 3),
  region: (card) => card.part("adr", 4),
  postal_code: (card) => card.part("adr", 5),
  country: (card) => card.part("adr", 6),
  birthday: (card) => first(card.texts("bday")).replace(/^(\d{4}-\d{2}-\d{2})T.*$/, "$1"),
  url: (card) => first(card.texts("url")),
  categories: (card) => listText(card.list("categories")),
  note: (card) => card.texts("note").join("\n"),
};
