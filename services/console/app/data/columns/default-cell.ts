import type { AnyField } from "../../parts/fields.ts";
import { cellsOf, fieldOf, rowFields, writtenRow, type WrittenRow } from "../row-fields.tsx";
import type { Column, Row } from "../tables.ts";
import { editorOf } from "../writing-kinds.ts";
import { settingsOf, type ColumnDraft } from "./column-draft.ts";

/** What a new row has in a column, which is written as a cell of the column is. */
interface Begins {
  fields: readonly AnyField[];
  was: WrittenRow;
  /** What was written as members of the column. */
  membersOf: (written: WrittenRow) => WrittenRow;
}

const NOTHING: Begins = { fields: [], was: {}, membersOf: (written) => written };

/** What a new row has in a column; a state begins with its first one, a relation with nothing. */
export function beginsWith(draft: ColumnDraft, label: string, was: unknown, timezone: string): Begins {
  const column = columnOf(draft, label);
  if (editorOf(column) === undefined || ["state", "relation"].includes(draft.type)) return NOTHING;
  const row = rowOf(was);
  const form = { columns: [column], timezone, row, names: {} };
  return {
    fields: rowFields(form),
    was: writtenRow(form),
    membersOf: ({ [fieldOf(column)]: cell, ...members }) => {
      const { default: value } = cellsOf(form, cell === undefined ? {} : { [fieldOf(column)]: cell });
      // What was left alone in the form of a new column is nothing to begin with.
      const isNothing =
        was === undefined && (value === false || (Array.isArray(value) && value.length === 0));
      return value === undefined || isNothing ? members : { ...members, default: value };
    },
  };
}

/** A row of nothing but what a new one has. */
function rowOf(value: unknown): Row {
  const nobody = { type: "system", id: null } as const;
  const made = { created_at: "", updated_at: "", created_by: nobody, updated_by: nobody };
  return { id: "", table_id: "", version: 0, data: { default: value ?? null }, ...made };
}

function columnOf(draft: ColumnDraft, display_name: string): Column {
  const { options = {}, relation = null } = settingsOf(draft);
  const rest = { id: "", required: false, unique: false, description: null, position: 0 };
  return { ...rest, name: "default", display_name, type: draft.type, options, relation };
}
