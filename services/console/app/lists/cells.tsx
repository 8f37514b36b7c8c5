import { Fragment } from "react";
import { Link } from "wouter";
import type { GridColumn, GridRow } from "../grid/grid-of.ts";
import { Pill } from "../parts/pill.tsx";
import { shownAs } from "../parts/reading.ts";
import { shownList, shownMoney, shownSize } from "../parts/values.ts";
import { PARTS } from "../words/parts.ts";
import type { ListCell } from "./columns.ts";
import type { ListRow, RowList } from "./list-of.ts";

type Column = RowList["columns"][number];

/** Types of columns of tables that have the same values. */
const TYPES: Readonly<Record<ListCell["kind"], string>> = {
  ...{ text: "text", number: "number", size: "integer", date: "date", datetime: "datetime" },
  ...{ money: "money in any currency", pills: "states" },
};

const NUMBERS: readonly ListCell["kind"][] = ["number", "size", "money"];

/** Returns a column of a list as a grid shows it. */
export const gridColumn = ({ name, title, kind, width }: Column): GridColumn => ({
  ...{ id: name, name, title, width, type: TYPES[kind], isNumber: NUMBERS.includes(kind) },
});

/** Returns the text of a cell as a person reads it. */
export function cellText(cell: ListCell | undefined, timeZone: string): string {
  if (cell === undefined || cell.value === null) return "";
  switch (cell.kind) {
    case "text":
      return cell.value;
    case "number":
      return shownAs(cell.value, { kind: "number" });
    case "size":
      return shownSize(cell.value);
    case "money":
      return shownMoney(cell.value, cell.currency);
    case "date":
    case "datetime":
      return shownAs(cell.value, { kind: cell.kind, timeZone });
    case "pills":
      return shownList(cell.value.map(({ text }) => text));
  }
}

const isFilled = (cell: ListCell | undefined): boolean =>
  cell !== undefined && cell.value !== null && cell.value !== "" && !isEmptyList(cell.value);

const isEmptyList = (value: ListCell["value"]): boolean => Array.isArray(value) && value.length === 0;

/** Returns a row of a list as a grid shows it; the cell of the first column of the list leads to the record. */
export function gridRow(row: ListRow, columns: readonly Column[], name: string, timeZone: string): GridRow {
  const cellAt = (at: number) => row.cells[columns[at]?.name ?? ""];
  const text = (at: number) => cellText(cellAt(at), timeZone);
  return {
    id: row.id,
    isFilled: (at) => isFilled(cellAt(at)),
    text,
    value: (at) => {
      const cell = cellAt(at);
      return cell?.kind === "pills" || cell?.kind === "money" ? text(at) : (cell?.value ?? null);
    },
    draw: (at) =>
      columns[at]?.name === name ? (
        <RecordLink row={row} text={text(at)} />
      ) : (
        <span className="grid-text" title={text(at).length > 24 ? text(at) : undefined}>
          <CellContent cell={cellAt(at)} text={text(at)} />
        </span>
      ),
  };
}

/** Link to a record in a grid, which has one tab stop: Enter opens the record of the cursor. */
function RecordLink({ row: { path }, text }: { row: ListRow; text: string }) {
  return (
    <Link
      to={path}
      className="grid-text"
      tabIndex={-1}
      draggable={false}
      onClick={(event) => {
        // Shift with a click selects a range.
        if (event.shiftKey) event.preventDefault();
      }}
    >
      {text === "" ? PARTS.withoutName : text}
    </Link>
  );
}

/** Content of a cell, each choice as a pill. */
export function CellContent({ cell, text }: { cell: ListCell | undefined; text: string }) {
  if (cell?.kind !== "pills") return text;
  return cell.value.map(({ text: one, tint }, index) => (
    <Fragment key={one}>
      <Pill tint={tint}>{one}</Pill>
      {index < cell.value.length - 1 && <span className="unseen">, </span>}
    </Fragment>
  ));
}
