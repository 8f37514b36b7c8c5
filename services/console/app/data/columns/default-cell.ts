import type { AnyField } from "../../parts/fields.ts";
import { isMany } from "../cells.ts";
import type { Names } from "../names.ts";
import { cellsOf, rowFields, writtenRow, type WrittenRow } from "../row-fields.tsx";
import type { Column, Row } from "../tables.ts";
import { editorOf } from "../writing-kinds.ts";
import { settingsOf, type ColumnDraft } from "./column-draft.ts";
import { chosenOf, defaultChoices, keysOf, type DefaultChoices } from "./default-choices.ts";

/** Default of a new row in a column, edited as a cell of that column. */
interface Begins {
  fields: readonly AnyField[];
  was: WrittenRow;
  /** Converts the edited cell into members of the column. */
  membersOf: (written: WrittenRow) => WrittenRow;
}

const NOTHING: Begins = { fields: [], was: {}, membersOf: (written) => written };

interface BeginsOf {
  label: string;
  /** Default that the column has now. */
  was: unknown;
  timezone: string;
  names: Names;
}

/** Builds the field of a column's default. A state begins with its first value, a relation is empty. */
export function beginsWith(draft: ColumnDraft, { label, was, timezone, names }: BeginsOf): Begins {
  const choices = defaultChoices(draft);
  const column = columnOf(draft, label, choices);
  if (editorOf(column) === undefined || ["state", "relation"].includes(draft.type)) return NOTHING;
  const begun = choices === undefined ? was : keysOf(was);
  const form = { at: "", columns: [column], timezone, row: rowOf(begun), names };
  return {
    // A change of the type resets the field.
    fields: rowFields(form).map((field) => ({ ...field, key: `${draft.type} ${isMany(column)}` })),
    was: writtenRow(form),
    membersOf: ({ default: cell, ...members }) => {
      const written = cellsOf(form, cell === undefined ? {} : { default: cell }).default;
      const value =
        choices === undefined ? written : chosenOf(choices, written === undefined ? begun : written);
      // An untouched field of a new column means no default.
      const isNothing = was === undefined && Array.isArray(value) && value.length === 0;
      const isAsItWas = written === undefined && JSON.stringify(value) === JSON.stringify(was);
      return value === undefined || isNothing || isAsItWas ? members : { ...members, default: value };
    },
  };
}

/** A row of nothing but what a new one has. */
export function rowOf(value: unknown): Row {
  const nobody = { type: "system", id: null } as const;
  const made = { created_at: "", updated_at: "", created_by: nobody, updated_by: nobody };
  return { id: "", table_id: "", version: 0, data: { default: value ?? null }, ...made };
}

function columnOf(draft: ColumnDraft, display_name: string, choices?: DefaultChoices): Column {
  const { options = {}, relation = null } = settingsOf(draft);
  const rest = { id: "", required: false, unique: false, description: null, position: 0 };
  const column = { ...rest, name: "default", display_name, type: draft.type, options, relation };
  if (choices === undefined) return column;
  const all = [...choices].map(([value, { name }]) => ({ value, label: name }));
  return { ...column, type: draft.type === "boolean" ? "select" : draft.type, options: { options: all } };
}
