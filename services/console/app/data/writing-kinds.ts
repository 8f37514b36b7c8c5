import type { AnyField } from "../parts/fields.ts";
import type { Column } from "./tables.ts";

/** How a cell is written: as a text, with a keyboard of telephones, by a choice, or in a dialog. */
export type Editor =
  | { by: "field"; keyboard: "text" | "decimal" | "numeric" | "email" | "tel" | "url" }
  | { by: "choice" | "check" | "dialog" };

const text = { by: "field", keyboard: "text" } as const;
const decimal = { by: "field", keyboard: "decimal" } as const;
const numeric = { by: "field", keyboard: "numeric" } as const;
const dialog = { by: "dialog" } as const;

/** How a cell of each type is written in the grid; those that are not named the platform computes. */
const EDITORS: Partial<Record<Column["type"], Editor>> = {
  text,
  long_text: text,
  json: text,
  number: decimal,
  integer: numeric,
  currency: decimal,
  percent: decimal,
  rating: numeric,
  duration: text,
  boolean: { by: "check" },
  date: text,
  datetime: text,
  email: { by: "field", keyboard: "email" },
  phone: { by: "field", keyboard: "tel" },
  url: { by: "field", keyboard: "url" },
  select: { by: "choice" },
  state: { by: "choice" },
  multi_select: dialog,
  user: dialog,
  contact: dialog,
  relation: dialog,
  file: dialog,
};

/** How a cell of the column is written; undefined for what the platform computes. */
export const editorOf = ({ type }: Pick<Column, "type">): Editor | undefined => EDITORS[type];

/** Kinds of fields by the keyboards of their texts. */
const KINDS = {
  decimal: "number",
  numeric: "number",
  email: "email",
  tel: "tel",
  url: "url",
  text: "text",
} as const;

/** How a form of a row writes a cell of the column; undefined for what the platform computes. */
export function kindOf(column: Column, isMany: boolean): AnyField["kind"] | undefined {
  const editor = editorOf(column);
  if (editor === undefined) return undefined;
  if (editor.by === "dialog") return isMany ? "list" : "own";
  if (editor.by !== "field") return editor.by;
  return column.type === "long_text" || column.type === "json" ? "long" : KINDS[editor.keyboard];
}
