import { useRef, useState, type KeyboardEvent } from "react";
import { CardsOrGrid, useCards } from "../parts/cards-or-grid.tsx";
import { useAskBeforeClose, useUnsavedGuard } from "../parts/changed-forms.ts";
import { Download } from "../parts/download.tsx";
import { Failure } from "../parts/failure.tsx";
import { Find } from "../parts/finding.tsx";
import { New } from "../parts/new.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Page } from "../parts/page.tsx";
import { useSaid } from "../parts/said.ts";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { ROWS, TABLES } from "../words/tables.ts";
import { VIEWS } from "../words/views.ts";
import { Columns } from "./columns/columns.tsx";
import { useColumnOrder } from "./columns/changing.ts";
import { useEditing } from "./editing.ts";
import type { GridHistory } from "../grid/table-grid-of.ts";
import { useHeldOrder } from "./held-order.ts";
import { NoColumns } from "./no-columns.tsx";
import { useNames } from "./names.ts";
import { RowCards } from "./row-cards.tsx";
import { Refusals } from "./refusals.tsx";
import { rowFields, type WrittenRow } from "./row-fields.tsx";
import { RowPanel } from "./row-panel.tsx";
import { queryOf, useRowWindow } from "./row-window.ts";
import { addRow } from "./rows.ts";
import { RowsGrid, type RowsGridOf } from "./rows-grid.tsx";
import { useTable, type Column, type Table } from "./tables.ts";
import { LookBar } from "./views/look-bar.tsx";
import { shownColumns } from "./views/look.ts";
import { NothingFound } from "./views/nothing-found.tsx";
import { RowHeight } from "./views/row-height.tsx";
import { ShownColumns } from "./views/shown-columns.tsx";
import { ImportButton } from "../imports/import-button.tsx";
import { useLook, type Looking } from "./views/use-look.ts";

export { Listed } from "../lists/listed.tsx";

/** A table as a grid: found, filtered, sorted, and written cell by cell or row by row. */
export function TablePage({ id }: { id: string }) {
  const { data, error } = useTable(id);
  if (data === undefined)
    return <Page title={TABLES.kind}>{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  return <Shows key={data.id} table={data} />;
}

function Shows({ table: stored }: { table: Table }) {
  const session = useSession();
  const order = useColumnOrder(stored);
  const { ordered: columns } = order;
  const table = { ...stored, columns };
  const looking = useLook(table);
  const cards = useCards();
  const form = { columns, timezone: session.team.timezone, names: {} };
  return (
    <Page title={table.display_name}>
      <div className="actions">
        <Find label={TABLES.find} is={looking.q} onFind={looking.find} />
        {mayDo(session, "tables", "write") && columns.length > 0 && (
          <New<WrittenRow, object>
            words={ROWS}
            fields={rowFields(form)}
            touches={[["rows", table.id]]}
            send={addRow(table, form)}
          />
        )}
        <Columns table={table} />
        {mayDo(session, "tables", "write") && <ImportButton into={table} />}
        {columns.length > 0 && (
          <>
            <ShownColumns
              columns={columns.map(({ name, display_name: title }) => ({ name, title }))}
              look={looking.look}
              onLook={looking.change}
            />
            <RowHeight is={looking.look.rowHeight} onLook={looking.change} />
            <Download path={`/api/v1/data/tables/${table.id}/rows`} query={fileQuery(looking, columns)} />
            <CardsOrGrid {...cards} />
          </>
        )}
      </div>
      {columns.length === 0 ? (
        <NoColumns table={table} />
      ) : (
        <>
          <LookBar table={table} looking={looking} />
          <Outcome of={order.saving} />
          <Rows {...{ table, looking }} isCards={cards.isCards} onMoveInTable={order.move} />
        </>
      )}
    </Page>
  );
}

/** Returns the parameters of the file of the rows that are shown, with the shown columns. */
function fileQuery({ shown, look }: Looking, columns: readonly Column[]) {
  const fields = ["id", ...shownColumns(columns, look).map(({ name }) => name)].join();
  return { ...(shown === undefined ? {} : queryOf(shown)), computed: "1", fields };
}

interface RowsOf extends Pick<RowsGridOf, "table" | "looking" | "onMoveInTable"> {
  isCards: boolean;
}

function Rows({ table, looking, isCards, onMoveInTable }: RowsOf) {
  const { said, say } = useSaid();
  const { open: opened = "" } = said;
  const openRow = (open: string) => say({ open });
  const [wanted, setWanted] = useState<readonly number[]>([0]);
  const { shown } = looking;
  const { error, ...listed } = useRowWindow(table, shown, wanted);
  const held = useHeldOrder(listed);
  const { order } = held;
  const { count, rows } = order;
  const editing = useEditing(table);
  const history = useRef<GridHistory>(null);
  const columns = table.columns ?? [];
  const names = useNames(columns, rows);
  return (
    <>
      {error !== null && <Failure error={error} />}
      {looking.isViewGone && <p role="status">{VIEWS.gone}</p>}
      {count === undefined && error === null && <Waiting />}
      {count === 0 && <NothingFound looking={looking} />}
      {count !== undefined && shownColumns(columns, looking.look).length === 0 && (
        <p className="empty">{TABLES.noShownColumns}</p>
      )}
      <div className="beside" onKeyDown={(event) => undoBeside(event, history.current)}>
        {count !== undefined && shown !== undefined && shownColumns(columns, looking.look).length > 0 && (
          <div className="grid-area">
            {isCards ? (
              <RowCards {...{ table, looking, order, names, editing }} onWant={setWanted} onOpen={openRow} />
            ) : (
              <RowsGrid
                {...{ table, looking, onMoveInTable, shown, held, names, editing }}
                history={history}
                onWant={setWanted}
                onOpen={openRow}
              />
            )}
          </div>
        )}
        {opened !== "" && <RowPanel id={opened} {...{ table, rows, names, editing }} onOpen={openRow} />}
      </div>
      <div className="grid-notes">
        <Refusals editing={editing} columns={columns} rows={rows} names={names} />
        <Unsent editing={editing} />
      </div>
    </>
  );
}

/** Names what a row lacks before it is sent, or that it is sent when it is left. */
function Unsent({ editing: { lacked, hasUnsent } }: Pick<RowsGridOf, "editing">) {
  useUnsavedGuard(lacked.length > 0);
  useAskBeforeClose(hasUnsent);
  if (!hasUnsent) return null;
  const text = lacked.length === 0 ? GRID.unsent : GRID.lacks(lacked.map(({ display_name }) => display_name));
  return <p role="status">{text}</p>;
}

/** Undoes and redoes from the panel of a row as from the grid. */
function undoBeside(event: KeyboardEvent, history: GridHistory | null): void {
  const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (!isControl || event.defaultPrevented || !(event.target instanceof Element)) return;
  if (event.target.closest("input, textarea, select, [role=grid]") !== null) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) history?.undo();
  else if (key === "z" || key === "y") history?.redo();
  else return;
  event.preventDefault();
}
