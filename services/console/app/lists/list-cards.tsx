import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { Link } from "wouter";
import type { GridOf } from "../grid/grid-of.ts";
import { PAGES_MAX, ROWS_OF_A_PAGE } from "../grid/window.ts";
import { ThingsTable, type ThingsColumn } from "../parts/things-table.tsx";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { PARTS } from "../words/parts.ts";
import { TABLES } from "../words/tables.ts";
import { cellText, CellContent } from "./cells.tsx";
import type { ListRow, RowList } from "./list-of.ts";
import type { ListWindow } from "./list-window.ts";

/** How many columns a card has beside its name. */
const COLUMNS = 4;

interface ListCardsOf {
  list: RowList;
  /** The shown columns. */
  columns: RowList["columns"];
  rows: ListWindow & { count: number };
  onWant: GridOf["onWant"];
}

/** The things of a list on a phone, the first columns of each as a card (console.row-cards). */
export function ListCards({ list, columns, rows: { count, rowAt }, onWant }: ListCardsOf) {
  const { timezone } = useSession().team;
  const [pages, setPages] = useState(1);
  useEffect(() => onWant(Array.from({ length: pages }, (_, page) => page)), [onWant, pages]);
  const last = Math.min(count, pages * ROWS_OF_A_PAGE);
  const rows = Array.from({ length: last }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
  const [title] = list.columns;
  if (title === undefined) return null;
  const named: ThingsColumn<ListRow> = {
    ...{ key: title.name, title: title.title, label: title.title },
    shows: ({ path, cells }) => (
      <Link to={path}>{cellText(cells[title.name], timezone) || PARTS.withoutName}</Link>
    ),
  };
  const others = columns
    .filter(({ name }) => name !== title.name)
    .slice(0, COLUMNS)
    .map((column) => ({
      ...{ key: column.name, title: column.title, label: column.title },
      shows: ({ cells }: ListRow) => {
        const text = cellText(cells[column.name], timezone);
        return text === "" ? null : <CellContent cell={cells[column.name]} text={text} />;
      },
    }));
  return (
    <>
      <p className="aside">{GRID.rows(count)}</p>
      <ThingsTable name={list.name} things={rows} columns={[named, ...others]} />
      {last < count && pages < PAGES_MAX && (
        <Button className="quiet" onPress={() => setPages(pages + 1)}>
          {TABLES.moreRows}
        </Button>
      )}
    </>
  );
}
