import type { MouseEvent } from "react";
import { isFilled, isReference, shownCell, valueOf } from "../data/cells.ts";
import type { Names } from "../data/names.ts";
import { ShownCell } from "../data/shown-cell.tsx";
import type { Column, Row } from "../data/tables.ts";
import { Targets } from "../data/targets.tsx";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import { storedValue } from "./edits.ts";
import type { GridColumn, GridRow } from "./grid-of.ts";
import type { TableGridOf } from "./table-grid-of.ts";
import { widthOf } from "./widths.ts";

const RIGHT: readonly Column["type"][] = [
  ...(["number", "integer", "autonumber", "currency", "percent", "duration", "rating"] as const),
];

/** Whether the values of a column are numbers, also those that a formula computes. */
const isNumber = ({ type, options }: Column): boolean =>
  RIGHT.includes(type) ||
  (type === "formula" && (options as { result_type?: string } | undefined)?.result_type === "number");

/** Returns a column of a table as a grid shows it. */
export const gridColumn = (column: Column): GridColumn => ({
  ...{ id: column.id, name: column.name, title: column.display_name, type: column.type },
  width: widthOf(column),
  isNumber: isNumber(column),
  hint: typeof column.formula === "string" ? TABLES.computed(column.formula) : undefined,
});

/** Returns a row of a table as a grid shows it. */
export function gridRow(of: TableGridOf, row: Row, timeZone: string): GridRow {
  const { columns, names } = of;
  return {
    id: row.id,
    isFilled: (at) => isFilled(columns[at], row),
    text: (at) => cellAt(columns, at, (column) => shownCell(column, row, timeZone, names)) ?? "",
    value: (at) => cellAt(columns, at, (column) => storedValue(column, row)) ?? null,
    draw: (at, onToggle) =>
      cellAt(columns, at, (column) => <TableCell {...{ column, row, names, onToggle }} />),
    stateOf: (at) => cellAt(columns, at, ({ name }) => of.stateOf(row, name)),
    mark: of.hasProposal(row) ? "waiting" : of.isMoving(row) ? "moving" : undefined,
  };
}

function cellAt<T>(columns: readonly Column[], at: number, of: (column: Column) => T): T | undefined {
  const column = columns[at];
  return column === undefined ? undefined : of(column);
}

interface TableCellOf {
  column: Column;
  row: Row;
  names: Names;
  onToggle: ((event: MouseEvent) => void) | undefined;
}

/** Content of a cell of a table: its value, or why that cannot be computed. */
function TableCell({ column, row, names, onToggle }: TableCellOf) {
  const { timezone } = useSession().team;
  const problem = row.computed_errors?.[column.name];
  if (problem !== undefined) return <span title={problem}>{TABLES.problem(problem)}</span>;
  if (column.type === "boolean") {
    const isOn = valueOf(column, row) === true;
    return (
      <span className={isOn ? "grid-check on" : "grid-check"} onClick={onToggle}>
        <span className="unseen">{isOn ? GRID.on : GRID.off}</span>
      </span>
    );
  }
  if (isReference(column)) return <Targets {...{ column, row, names }} />;
  const text = shownCell(column, row, timezone, names);
  return (
    <span className="grid-text" title={text.length > 24 ? text : undefined}>
      <ShownCell {...{ column, row, names }} />
    </span>
  );
}
