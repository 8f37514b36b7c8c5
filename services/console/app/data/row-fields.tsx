import type { AnyField } from "../parts/fields.ts";
import type { Thing } from "../parts/pick.tsx";
import { ROWS } from "../words/tables.ts";
import { cellOf, chosenOf, faultOf, fieldText, isMany, valueOf, writtenCell } from "./cells.ts";
import { Choosing, useChosen } from "./choosing.tsx";
import { choicesAfter, choicesOf, mayBeEmptied } from "./column-choices.ts";
import type { Names } from "./names.ts";
import type { Column, Row } from "./tables.ts";
import { editorOf, kindOf } from "./writing-kinds.ts";

/** What a form of a row has: a text for each cell that is written. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** What a form of a row is made of. */
export interface RowFormOf {
  columns: readonly Column[];
  timezone: string;
  /** The row that is written anew; of a new one undefined. */
  row?: Row;
  names: Names;
  /** What stands before the name of a cell in the body. */
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
        ...(column.type === "json" ? { faultOf: (text) => faultOf(column, text) } : {}),
        ...(kind === "choice" ? choosingIn(form, column) : {}),
        ...(help === undefined ? {} : { help }),
        ...(kind === "own" || kind === "list" ? { shows: () => <OwnField {...form} column={column} /> } : {}),
      },
    ];
  });
}

const HELP: Partial<Record<Column["type"], string>> = { json: ROWS.jsonHelp, duration: ROWS.durationHelp };

function choosingIn({ row }: RowFormOf, column: Column): Pick<AnyField, "choices" | "isRequired"> {
  if (row === undefined) return { choices: choicesOf(column) ?? {} };
  const value = valueOf(column, row);
  return { choices: choicesAfter(column, value), isRequired: !mayBeEmptied(column, value) };
}

/** What the fields of a row begin with. */
export function writtenRow({ columns, timezone, row, names, at }: RowFormOf & { row: Row }): WrittenRow {
  return Object.fromEntries(
    columns.map((column) => {
      const value = valueOf(column, row);
      const isOfText = column.type === "json" || column.type === "datetime";
      const isChosen = editorOf(column)?.by === "dialog";
      const text = isOfText ? fieldText(column, value, timezone) || undefined : value;
      return [fieldOf(column, at), isChosen ? cellOf(column, idsIn(chosenOf(column, row, names))) : text];
    }),
  );
}

/** The cells that were written. */
export function cellsOf({ columns, timezone, at }: RowFormOf, written: WrittenRow): WrittenRow {
  return Object.fromEntries(
    columns
      .filter((column) => fieldOf(column, at) in written)
      .map((column) => [column.name, writtenCell(column, written[fieldOf(column, at)], timezone)]),
  );
}

const idsIn = (chosen: readonly Thing[]) => chosen.map(({ id }) => id);

/** A field of which the form knows only the values. */
function OwnField({ column, row, names, timezone, at }: RowFormOf & { column: Column }) {
  const { chosen, setChosen } = useChosen(row === undefined ? [] : chosenOf(column, row, names));
  const name = fieldOf(column, at);
  if (column.type === "datetime")
    return (
      <label>
        {column.display_name}
        <input
          type="datetime-local"
          name={name}
          required={column.required}
          defaultValue={row === undefined ? "" : fieldText(column, valueOf(column, row), timezone)}
        />
      </label>
    );
  return (
    <div className="choosing">
      <Choosing column={column} chosen={chosen} onChange={setChosen} />
      {chosen.map(({ id }) => (
        <input key={id} type="hidden" name={name} value={id} />
      ))}
    </div>
  );
}
