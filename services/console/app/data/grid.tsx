import { TABLES } from "../words/tables.ts";
import { Cell } from "./cell.tsx";
import type { Names } from "./names.ts";
import type { Edit } from "./refused.ts";
import type { Column, Row } from "./tables.ts";

interface GridOf {
  columns: readonly Column[];
  rows: readonly Row[];
  names: Names;
  sort: string;
  onSort: (sort: string) => void;
  /** With the id of the row that is to be looked at whole. */
  onOpen: (id: string) => void;
  onEdit: ((edit: Edit) => void) | undefined;
}

/** Rows and columns; the name of a column sorts by it. */
export function Grid({ columns, rows, names, sort, onSort, onOpen, onEdit }: GridOf) {
  return (
    <div className="wide grid" tabIndex={0} role="region" aria-label={TABLES.grid}>
      <table>
        <thead>
          <tr>
            <th scope="col">{TABLES.row}</th>
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id}>
              <td className="opens">
                <button
                  type="button"
                  className="cell"
                  aria-label={TABLES.openRow(index + 1)}
                  onClick={() => onOpen(row.id)}
                >
                  {TABLES.open}
                </button>
              </td>
              {columns.map((column) => (
                <td key={column.id} className={column.type}>
                  <Cell
                    column={column}
                    row={row}
                    names={names}
                    onWrite={onEdit && ((value, over) => onEdit({ row: over, column: column.name, value }))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ column, sort, onSort }: { column: Column } & Pick<GridOf, "sort" | "onSort">) {
  const { name, display_name: title, formula } = column;
  const direction = sort === `${name}:asc` ? "ascending" : sort === `${name}:desc` ? "descending" : "none";
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className="cell"
        title={typeof formula === "string" ? TABLES.computed(formula) : undefined}
        onClick={() => onSort(direction === "ascending" ? `${name}:desc` : `${name}:asc`)}
      >
        {title} {direction === "ascending" ? "↑" : direction === "descending" ? "↓" : ""}
      </button>
    </th>
  );
}
