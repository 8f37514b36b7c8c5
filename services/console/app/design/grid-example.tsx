import { useRef } from "react";
import type { CellState } from "../data/pending.ts";
import type { Column, Row } from "../data/tables.ts";
import type { GridHistory, TableGridOf } from "../grid/table-grid-of.ts";
import { TableGrid } from "../grid/table-grid.tsx";
import { IDS } from "./examples.ts";

const column = (name: string, display_name: string, more: Partial<Column>): Column =>
  ({ ...{ name, display_name, type: "text", position: 0, required: false }, ...more }) as Column;

const COLUMNS: readonly Column[] = [
  column("title", "Title", {}),
  column("price", "Price", { type: "currency", options: { currency: "EUR" } }),
  column("done", "Done", { type: "boolean" }),
  column("due", "Due", { type: "date" }),
];

const row = (id: string, data: Row["data"]): Row => ({
  ...{ id, table_id: IDS.first, version: 1, data },
  ...{ created_at: "", updated_at: "", created_by: { type: "member", id: IDS.nina } },
});

const ROWS: readonly Row[] = [
  row(IDS.first, { title: "Chairs", price: 129_950, done: true, due: "2026-03-02" }),
  row(IDS.second, { title: "A title that is longer than its column", price: 500, done: false }),
  row(IDS.contact, { title: "Waiting", price: 2_500 }),
  row(IDS.unknown, { title: "Failed", price: 2_500 }),
];

const STATES: Readonly<Record<string, CellState>> = {
  ...{ [IDS.second]: "saving", [IDS.contact]: "waiting", [IDS.unknown]: "failed" },
};

const ignore = (): void => {};

/** A grid of four rows: a cell that is being saved, one whose proposal waits, and one that was refused. */
export function GridExample({ rowHeight }: Pick<TableGridOf, "rowHeight">) {
  const history = useRef<GridHistory>(null);
  const first = ROWS[0] ?? row("", {});
  return (
    <TableGrid
      {...{ tableId: IDS.first, columns: COLUMNS, rowCount: ROWS.length, newRowCount: 0, rowHeight, history }}
      rowAt={(index) => ROWS[index]}
      rowById={(id) => ROWS.find((one) => one.id === id)}
      {...{ list: "design", sort: "title:asc", names: {}, widths: {}, frozen: 1 }}
      {...{ onWant: ignore, onWidths: ignore, onMoveColumn: ignore, onOpen: ignore, onWrite: ignore }}
      {...{ onRowFocus: ignore, menuOf: () => [], blankRow: () => first, onDiscard: () => false }}
      isMoving={() => false}
      hasProposal={({ id }) => STATES[id] === "waiting"}
      stateOf={({ id }, name) => (name === "price" ? STATES[id] : undefined)}
      choice={undefined}
      onPasteMany={undefined}
    />
  );
}
