import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { usePendingByRecord } from "../approvals/pending.ts";
import { PAGES_MAX, ROWS_OF_A_PAGE } from "../grid/window.ts";
import { Pill } from "../parts/pill.tsx";
import { ThingsTable, type ThingsColumn } from "../parts/things-table.tsx";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import { isFilled, titleOf } from "./cells.ts";
import type { Ordered } from "./held-order.ts";
import { storedId } from "./new-rows.ts";
import { CellValue } from "./panel-cell.tsx";
import { nameIn } from "./row-panel.tsx";
import type { RowsGridOf } from "./rows-grid.tsx";
import type { Row } from "./tables.ts";
import { shownColumns } from "./views/look.ts";

/** How many columns a card has. */
const COLUMNS = 4;

interface RowCardsOf extends Pick<
  RowsGridOf,
  "table" | "looking" | "names" | "editing" | "onWant" | "onOpen"
> {
  order: Ordered;
}

/** The rows of a table on a phone, the first four columns of each as a card that opens the row (console.row-cards). */
export function RowCards({ table, looking, order, names, editing, onWant, onOpen }: RowCardsOf) {
  const { count = 0, rowAt } = order;
  const [pages, setPages] = useState(1);
  useEffect(() => onWant(Array.from({ length: pages }, (_, page) => page)), [onWant, pages]);
  const waiting = usePendingByRecord();
  const last = Math.min(count, pages * ROWS_OF_A_PAGE);
  const rows = Array.from({ length: last }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  const title: ThingsColumn<Row> = {
    ...{ key: "", title: TABLES.row, label: TABLES.row },
    shows: (row) => (
      <>
        <Button className="quiet" onPress={() => onOpen(storedId(row.id))}>
          {nameIn(table, row, places.get(row.id) ?? 0)}
        </Button>
        {waiting.has(storedId(row.id)) && <Pill tint="indigo">{GRID.waits}</Pill>}
      </>
    ),
  };
  const columns = table.columns ?? [];
  const cells = shownColumns(columns, looking.look)
    .slice(0, COLUMNS)
    .map((column) => ({
      ...{ key: column.id, title: column.display_name, label: column.display_name },
      shows: (row: Row) =>
        (column.type === "boolean" || isFilled(column, row)) && titleOf(columns, row) !== column.name ? (
          <CellValue {...{ column, row, names }} />
        ) : null,
    }));
  return (
    <>
      <p className="aside">{GRID.rows(count)}</p>
      {rows.length > 0 && (
        <ThingsTable name={TABLES.cards} things={rows.map(editing.shown)} columns={[title, ...cells]} />
      )}
      {last < count && pages < PAGES_MAX && (
        <Button className="quiet" onPress={() => setPages(pages + 1)}>
          {TABLES.moreRows}
        </Button>
      )}
    </>
  );
}
