import { useState } from "react";
import { Failure } from "../parts/failure.tsx";
import { Find } from "../parts/finding.tsx";
import { New } from "../parts/new.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { ROWS, TABLES, VIEWS } from "../words/tables.ts";
import { Columns } from "./columns/columns.tsx";
import { useEditing } from "./editing.ts";
import { Filter } from "./filter.tsx";
import { Grid } from "../grid/grid.tsx";
import { useNames } from "./names.ts";
import { Refusals } from "./refusals.tsx";
import { rowFields, type WrittenRow } from "./row-fields.tsx";
import { RowPanel } from "./row-panel.tsx";
import { useRowWindow } from "./row-window.ts";
import { addRow } from "./rows.ts";
import { useShown, type RowsShown } from "./shown.ts";
import { useTable, type Table } from "./tables.ts";
import { Views } from "./views.tsx";

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
  const [shown, show] = useShown(columns);
  const form = { columns, timezone: session.team.timezone, names: {} };
  return (
    <Page title={table.display_name}>
      <div className="actions">
        <Find label={TABLES.find} is={shown.q} onFind={(q) => show({ q })} />
        {mayDo(session, "tables", "write") && columns.length > 0 && (
          <New<WrittenRow, object>
            words={ROWS}
            fields={rowFields(form)}
            touches={[["rows", table.id]]}
            send={addRow(table, form)}
          />
        )}
        {columns.length > 0 && (
          <Filter columns={columns} is={shown.filter} onFilter={(filter) => show({ filter })} />
        )}
        <Columns table={table} />
        <Views table={table} shown={shown} onView={(view) => show({ view })} />
      </div>
      {columns.length === 0 ? (
        <p className="empty">{TABLES.noColumns}</p>
      ) : (
        <Rows {...{ table, shown, show }} />
      )}
    </Page>
  );
}

interface RowsOf {
  table: Table;
  shown: RowsShown;
  show: (change: Partial<RowsShown>) => void;
}

function Rows({ table, shown, show }: RowsOf) {
  const session = useSession();
  const [opened, setOpened] = useState("");
  const [wanted, setWanted] = useState<readonly number[]>([0]);
  const { count, rowAt, rows, isViewGone, error } = useRowWindow(table, shown, wanted);
  const editing = useEditing(table.id);
  const columns = table.columns ?? [];
  const names = useNames(columns, rows);
  const row = rows.find(({ id }) => id === opened);
  const isAll = shown.q === "" && shown.filter === undefined && (shown.view === "" || isViewGone);
  return (
    <>
      {error !== null && <Failure error={error} />}
      {isViewGone && <p role="status">{VIEWS.gone}</p>}
      <Refusals editing={editing} columns={columns} rows={rows} names={names} />
      <Outcome of={{ error: null, data: editing.data }} />
      {count === undefined && error === null && <Waiting />}
      {row !== undefined && (
        <RowPanel
          key={row.id}
          {...{ table, row, names }}
          onClose={() => setOpened("")}
          onWritten={editing.forget}
        />
      )}
      {count === 0 && <p className="empty">{isAll ? TABLES.noRows : TABLES.nothing}</p>}
      {count !== undefined && columns.length > 0 && (
        <Grid
          tableId={table.id}
          columns={columns}
          rowCount={count}
          rowAt={(index) => {
            const at = rowAt(index);
            return at && editing.shown(at);
          }}
          onWant={setWanted}
          names={names}
          sort={shown.sort}
          onSort={(sort) => show({ sort })}
          onOpen={setOpened}
          onWrite={mayDo(session, "tables", "write") ? editing.write : undefined}
          stateOf={editing.stateOf}
        />
      )}
    </>
  );
}
