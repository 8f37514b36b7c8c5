import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { Grid } from "../grid/grid.tsx";
import type { GridOf } from "../grid/grid-of.ts";
import { useChoice } from "../grid/use-choice.ts";
import { useCopy } from "../grid/use-copy.ts";
import { useGrid } from "../grid/use-grid.ts";
import { useGridKeys } from "../grid/use-grid-keys.ts";
import { keepFocus } from "../parts/focus.ts";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { gridColumn, gridRow } from "./cells.tsx";
import { ListBar } from "./list-bar.tsx";
import type { ListRow, RowList } from "./list-of.ts";
import type { ListWindow } from "./list-window.ts";
import type { ListLook } from "./use-list-look.ts";

interface ListGridOf {
  list: RowList;
  looking: ListLook;
  rows: ListWindow & { count: number };
  onWant: GridOf["onWant"];
}

/** The rows of a list as a grid whose cells are not written (console.lists). */
export function ListGrid({ list, looking, rows, onWant }: ListGridOf) {
  const grid = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [announced, onAnnounce] = useState("");
  const [, go] = useLocation();
  const choice = useListChoice(list, rows);
  // The button Clear disappears with the bar, so the grid gets the focus.
  const clearFromBar = () => {
    choice.clear();
    keepFocus(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? grid.current);
  };
  const openAt = (index: number) => {
    const row = rows.rowAt(index);
    if (row !== undefined) go(row.path);
  };
  const of = useShown({ list, looking, rows, onWant });
  const shown: GridOf = {
    ...of,
    onOpen: openAt,
    choice: { ...choice.grid, toBar: () => bar.current?.querySelector("button")?.focus() },
  };
  const at = useGrid(shown, grid, onAnnounce);
  const { cursor, range } = at.cursor;
  const open = () => openAt(cursor.at.row);
  const onKeyDown = useGridKeys({
    of: shown,
    cursor: at.cursor,
    acts: { plain: { Enter: open, " ": open } },
  });
  const onCopy = useCopy({ of: shown, range, onAnnounce });
  return (
    <>
      <Grid {...{ of: shown, grid, at, announced }} handlers={{ onKeyDown, onCopy, onDoubleClick: open }} />
      <ListBar
        {...{ bar, choice, columns: looking.shown, onAnnounce }}
        count={rows.count}
        onClear={clearFromBar}
      />
    </>
  );
}

/** Returns the grid as it shows the list. */
function useShown({ list, looking, rows, onWant }: ListGridOf): Omit<GridOf, "choice" | "onOpen"> {
  const { timezone } = useSession().team;
  const { look, shown } = looking;
  const name = list.columns[0]?.name ?? "";
  return {
    label: list.name,
    help: GRID.listHelp,
    columns: shown.map(gridColumn),
    rowCount: rows.count,
    newRowCount: 0,
    rowAt: (index) => {
      const row = rows.rowAt(index);
      return row && gridRow(row, shown, name, timezone);
    },
    list: rows.list,
    onWant,
    sort: looking.sort,
    widths: look.widths,
    onWidths: looking.setWidths,
    frozen: look.frozen,
    rowHeight: look.rowHeight,
    onMoveColumn: looking.moveColumn,
    menuOf: looking.menuOf,
  };
}

/** The rows that a person has chosen in a list; an order changes nothing of them. */
function useListChoice(list: RowList, { count, rowAt, read }: ListGridOf["rows"]) {
  return useChoice<ListRow>({
    list: JSON.stringify(list.queryKey),
    ...{ count, rowAt, read },
    refusal: undefined,
  });
}
