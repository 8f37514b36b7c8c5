import type { AnyField } from "../parts/fields.ts";
import type { Thing } from "../parts/pick.tsx";
import { ROWS } from "../words/tables.ts";
import { cellOf, chosenOf, isMany, valueOf } from "./cells.ts";
import { Choosing, useChosen } from "./choosing.tsx";
import { choicesAfter, choicesOf, mayBeEmptied } from "./column-choices.ts";
import { cellFormOf } from "./column-values.ts";
import type { Names } from "./names.ts";
import type { Column, Row } from "./tables.ts";
import { editorOf, kindOf } from "./writing-kinds.ts";

/** The values of the cells that a form of a row writes. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** Parts of a row form. */
export interface RowFormOf {
  columns: readonly Column[];
  timezone: string;
  /** Row that is edited; undefined for a new row. */
  row?: Row;
  names: Names;
  /** Path of the cell's parent in the body. */
  at?: string;
}

/** The name of a cell's field, by which the API tells its faults. */
const fieldOf = ({ name }: Column, at = "data.") => `${at}${name}`;

/** The fields of a row. */
export function rowFields(form: RowFormOf): AnyField[] {
  return form.columns.flatMap((column): AnyField[] => {
    const kind = kindOf(column, isMany(column));
    if (kind === undefined) return [];
    const help = HELP[column.type];
    return [
      {
        name: fieldOf(column, form.at),
        label: column.display_name,
        kind,
        isRequired: column.required && kind !== "check",
        ...(editorOf(column)?.by === "field" ? { form: cellFormOf(column, form.timezone) } : {}),
        ...(kind === "choice" ? choosingIn(form, column) : {}),
        ...(help === undefined ? {} : { help }),
        ...(kind === "own" || kind === "list" ? { shows: () => <OwnField {...form} column={column} /> } : {}),
      },
    ];
  });
}

const HELP: Partial<Record<Column["type"], string>> = { json: ROWS.jsonHelp };

function choosingIn({ row }: RowFormOf, column: Column): Pick<AnyField, "choices" | "isRequired"> {
  if (row === undefined) return { choices: choicesOf(column) ?? {} };
  const value = valueOf(column, row);
  return { choices: choicesAfter(column, value), isRequired: !mayBeEmptied(column, value) };
}

/** Returns the initial values of a row form. */
export function writtenRow({ columns, row, names, at }: RowFormOf & { row: Row }): WrittenRow {
  return Object.fromEntries(
    columns.map((column) => {
      const isChosen = editorOf(column)?.by === "dialog";
      const value = isChosen ? cellOf(column, idsIn(chosenOf(column, row, names))) : valueOf(column, row);
      return [fieldOf(column, at), value];
    }),
  );
}

/** The cells that were written. */
export function cellsOf({ columns, at }: RowFormOf, written: WrittenRow): WrittenRow {
  return Object.fromEntries(
    columns
      .filter((column) => fieldOf(column, at) in written)
      .map((column) => [column.name, written[fieldOf(column, at)]]),
  );
}

const idsIn = (chosen: readonly Thing[]) => chosen.map(({ id }) => id);

/** A field of which the form knows only the values. */
function OwnField({ column, row, names, at }: RowFormOf & { column: Column }) {
  const { chosen, setChosen } = useChosen(row === undefined ? [] : chosenOf(column, row, names));
  const name = fieldOf(column, at);
  return (
    <div className="choosing">
      <Choosing column={column} chosen={chosen} onChange={setChosen} />
      {chosen.map(({ id }) => (
        <input key={id} type="hidden" name={name} value={id} />
      ))}
    </div>
  );
}
