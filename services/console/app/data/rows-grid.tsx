import { usePendingByRecord } from "../approvals/pending.ts";
import { measureWrite } from "../grid/marks.ts";
import type { TableGridOf } from "../grid/table-grid-of.ts";
import { mayDo, useSession } from "../session/session.ts";
import { ChoosingGrid } from "./choosing-grid.tsx";
import { withPlaces } from "./column-places.ts";
import type { useEditing } from "./editing.ts";
import type { useHeldOrder } from "./held-order.ts";
import { movedAmong } from "./heads/column-order.ts";
import { HeadDialogs } from "./heads/head-dialogs.tsx";
import { useHeadMenu } from "./heads/use-head-menu.ts";
import type { Names } from "./names.ts";
import { blankRow, storedId } from "./new-rows.ts";
import type { RowsShown } from "./row-window.ts";
import type { Row, Table } from "./tables.ts";
import { shownColumns, sortText } from "./views/look.ts";
import type { Looking } from "./views/use-look.ts";

/** Properties of the grid of a table. */
export interface RowsGridOf extends Pick<TableGridOf, "onWant" | "onOpen" | "history"> {
  table: Table;
  looking: Looking;
  /** Moves a column of the table for everybody. */
  onMoveInTable: (from: number, to: number) => void;
  shown: RowsShown;
  held: ReturnType<typeof useHeldOrder>;
  names: Names;
  editing: ReturnType<typeof useEditing>;
}

/** Returns what written cells and the row of the cursor lead to. */
const handlersOf = (
  { wrote, stands }: RowsGridOf["held"],
  { write, focusRow }: RowsGridOf["editing"],
): Pick<TableGridOf, "onRowFocus"> & { onWrite: NonNullable<TableGridOf["onWrite"]> } => ({
  onWrite: (edits) => {
    measureWrite();
    wrote(edits);
    write(edits);
  },
  onRowFocus: (row, index, isEditing) => {
    stands(row, index, isEditing);
    focusRow(row);
  },
});

/** Returns the new rows that a list does not have yet. */
function unlisted(newRows: readonly Row[], rows: readonly Row[]): Row[] {
  const listed = new Set(rows.map(({ id }) => id));
  return newRows.filter(({ id }) => !listed.has(storedId(id)));
}

/** The grid of the listed rows, and of new ones for a person who may write. */
export function RowsGrid({ table, looking, onMoveInTable, shown, held, editing, ...of }: RowsGridOf) {
  const { onOpen, ...given } = of;
  const { rowAt, rows, count = 0 } = held.order;
  const handlers = handlersOf(held, editing);
  const mayWrite = mayDo(useSession(), "tables", "write");
  const waiting = usePendingByRecord();
  const newRows = mayWrite ? unlisted(editing.newRows, rows) : [];
  const { look, change } = looking;
  const columns = withPlaces(shownColumns(table.columns ?? [], look), rows);
  const { menuOf, asked, close } = useHeadMenu(columns, looking);
  const isOrderOfTable = mayWrite && looking.view === undefined && !looking.isOrdered;
  return (
    <>
      {asked !== undefined && (
        <HeadDialogs key={asked.turn} {...{ table, looking, isOrderOfTable, asked }} onClose={close} />
      )}
      <ChoosingGrid
        {...{ ...given, table, shown, rows, columns, menuOf }}
        list={held.order.list}
        isMoving={held.isMoving}
        isUnfiltered={looking.isUnfiltered}
        rowCount={count}
        newRowCount={newRows.length}
        rowAt={(index) => {
          const at = rowAt(index);
          return index < count ? at && editing.shown(at) : newRows[index - count];
        }}
        rowById={(id) => rows.map(editing.shown).find((row) => row.id === id)}
        sort={sortText(look.sorts)}
        widths={look.widths}
        onWidths={looking.setWidths}
        frozen={look.frozen}
        rowHeight={look.rowHeight}
        onMoveColumn={(from, to) => {
          const shownNames = columns.map(({ name }) => name);
          const name = shownNames[from] ?? "";
          const order = movedAmong(look.order, shownNames, from, to);
          if (isOrderOfTable) onMoveInTable(look.order.indexOf(name), order.indexOf(name));
          else change({ order });
        }}
        onOpen={(id) => onOpen(storedId(id))}
        {...(mayWrite ? handlers : { ...handlers, onWrite: undefined })}
        blankRow={() => blankRow(table.id)}
        onDiscard={editing.discardUnsent}
        hasProposal={({ id }) => waiting.has(storedId(id))}
        stateOf={editing.stateOf}
      />
    </>
  );
}
