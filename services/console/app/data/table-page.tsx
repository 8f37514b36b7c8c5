import { useRef, useState, type KeyboardEvent } from "react";
import { usePendingByRecord } from "../approvals/pending.ts";
import { useAskBeforeClose, useUnsavedGuard } from "../parts/changed-forms.ts";
import { Failure } from "../parts/failure.tsx";
import { Find } from "../parts/finding.tsx";
import { New } from "../parts/new.tsx";
import { Page } from "../parts/page.tsx";
import { useSaid } from "../parts/said.ts";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { ROWS, TABLES } from "../words/tables.ts";
import { VIEWS } from "../words/views.ts";
import { ChoosingGrid } from "./choosing-grid.tsx";
import { Columns } from "./columns/columns.tsx";
import { useEditing } from "./editing.ts";
import type { GridHistory, GridOf } from "../grid/grid-of.ts";
import { useNames, type Names } from "./names.ts";
import { blankRow, storedId } from "./new-rows.ts";
import { Refusals } from "./refusals.tsx";
import { rowFields, type WrittenRow } from "./row-fields.tsx";
import { RowPanel } from "./row-panel.tsx";
import { useRowWindow, type RowsShown, type RowWindow } from "./row-window.ts";
import { addRow } from "./rows.ts";
import { useTable, type Table } from "./tables.ts";
import { LookBar } from "./views/look-bar.tsx";
import { shownColumns, sortsIn, sortText } from "./views/look.ts";
import { NothingFound } from "./views/nothing-found.tsx";
import { ShownColumns } from "./views/shown-columns.tsx";
import { useLook, type Looking } from "./views/use-look.ts";

/** A table as a grid: found, filtered, sorted, and written cell by cell or row by row. */
export function TablePage({ id }: { id: string }) {
  const { data, error } = useTable(id);
  if (data === undefined)
    return <Page title={TABLES.kind}>{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  return <Shows table={data} />;
}

function Shows({ table }: { table: Table }) {
  const session = useSession();
  const columns = table.columns ?? [];
  const looking = useLook(table);
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
        {columns.length > 0 && <ShownColumns columns={columns} look={looking.look} onLook={looking.change} />}
      </div>
      {columns.length === 0 ? (
        <p className="empty">{TABLES.noColumns}</p>
      ) : (
        <>
          <LookBar table={table} looking={looking} />
          <Rows {...{ table, looking }} />
        </>
      )}
    </Page>
  );
}

interface RowsOf {
  table: Table;
  looking: Looking;
}

function Rows({ table, looking }: RowsOf) {
  const { said, say } = useSaid();
  const { open: opened = "" } = said;
  const openRow = (open: string) => say({ open });
  const [wanted, setWanted] = useState<readonly number[]>([0]);
  const { shown } = looking;
  const { count, rowAt, rows, error } = useRowWindow(table, shown, wanted);
  const editing = useEditing(table);
  const history = useRef<GridHistory>(null);
  const columns = table.columns ?? [];
  const names = useNames(columns, rows);
  return (
    <>
      {error !== null && <Failure error={error} />}
      {looking.isViewGone && <p role="status">{VIEWS.gone}</p>}
      <Refusals editing={editing} columns={columns} rows={rows} names={names} />
      {count === undefined && error === null && <Waiting />}
      <Unsent editing={editing} />
      {count === 0 && <NothingFound looking={looking} />}
      {count !== undefined && shownColumns(columns, looking.look).length === 0 && (
        <p className="empty">{TABLES.noShownColumns}</p>
      )}
      <div className="beside" onKeyDown={(event) => undoBeside(event, history.current)}>
        {count !== undefined && shown !== undefined && shownColumns(columns, looking.look).length > 0 && (
          <div className="grid-area">
            <RowsGrid
              {...{ table, looking, shown, count, rowAt, rows, names, editing }}
              history={history}
              onWant={setWanted}
              onOpen={openRow}
            />
          </div>
        )}
        {opened !== "" && <RowPanel id={opened} {...{ table, rows, names, editing }} onOpen={openRow} />}
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

interface RowsGridOf
  extends RowsOf, Pick<RowWindow, "rowAt" | "rows">, Pick<GridOf, "onWant" | "onOpen" | "history"> {
  shown: RowsShown;
  count: number;
  names: Names;
  editing: ReturnType<typeof useEditing>;
}

/** The grid of the listed rows, and of new ones for a person who may write. */
function RowsGrid({ table, looking, shown, count, rowAt, rows, editing, names, ...on }: RowsGridOf) {
  const mayWrite = mayDo(useSession(), "tables", "write");
  const waiting = usePendingByRecord();
  const listed = new Set(rows.map(({ id }) => id));
  const newRows = mayWrite ? editing.newRows.filter(({ id }) => !listed.has(storedId(id))) : [];
  return (
    <ChoosingGrid
      {...{ table, shown, rows }}
      isUnfiltered={looking.isUnfiltered}
      columns={shownColumns(table.columns ?? [], looking.look)}
      rowCount={count}
      newRowCount={newRows.length}
      rowAt={(index) => {
        const at = rowAt(index);
        return index < count ? at && editing.shown(at) : newRows[index - count];
      }}
      rowById={(id) => rows.map(editing.shown).find((row) => row.id === id)}
      names={names}
      sort={sortText(looking.look.sorts)}
      onSort={(sort) => looking.change({ sorts: sortsIn(sort) })}
      history={on.history}
      onWant={on.onWant}
      onOpen={(id) => on.onOpen(storedId(id))}
      onWrite={mayWrite ? editing.write : undefined}
      blankRow={() => blankRow(table.id)}
      onRowFocus={editing.focusRow}
      onDiscard={editing.discardUnsent}
      hasProposal={({ id }) => waiting.has(storedId(id))}
      stateOf={editing.stateOf}
    />
  );
}
