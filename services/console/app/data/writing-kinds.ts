import type { AnyField } from "../parts/fields.ts";
import type { Column } from "./tables.ts";

/** How a cell is written: in a field of a line or of several, by a choice, or in a dialog. */
export type Editor =
  | { by: "field"; type: "text" | "number" | "date" | "datetime-local" | "email" | "tel" | "url" }
  | { by: "lines" | "choice" | "check" | "dialog" };

const number = { by: "field", type: "number" } as const;
const dialog = { by: "dialog" } as const;

/** How a cell of each type is written in the grid; those that are not named the platform computes. */
const EDITORS: Partial<Record<Column["type"], Editor>> = {
  text: { by: "field", type: "text" },
  long_text: { by: "lines" },
  json: { by: "lines" },
  number,
  integer: number,
  currency: number,
  percent: number,
  rating: number,
  duration: number,
  boolean: { by: "check" },
  date: { by: "field", type: "date" },
  datetime: { by: "field", type: "datetime-local" },
  email: { by: "field", type: "email" },
  phone: { by: "field", type: "tel" },
  url: { by: "field", type: "url" },
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

/** How a form of a row writes a cell of the column; undefined for what the platform computes. */
export function kindOf(column: Column, isMany: boolean): AnyField["kind"] | undefined {
  const editor = editorOf(column);
  if (editor === undefined) return undefined;
  if (editor.by === "lines") return "long";
  if (editor.by === "dialog") return isMany ? "list" : "own";
  if (editor.by !== "field") return editor.by;
  return editor.type === "datetime-local" ? "own" : editor.type;
}
