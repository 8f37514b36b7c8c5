import { answered } from "@jst/client";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { PendingProposals } from "../approvals/pending-proposals.tsx";
import { ActorName } from "../parts/actor-name.tsx";
import { Act } from "../parts/act.tsx";
import { Edit } from "../parts/edit.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { Moment } from "../parts/moment.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { ROWS, TABLES } from "../words/tables.ts";
import { shownCell } from "./cells.ts";
import type { Names } from "./names.ts";
import { cellsOf, rowFields, writtenRow, type WrittenRow } from "./row-fields.tsx";
import { changeRow, deleteRow, turnOf } from "./rows.ts";
import type { Row, Table } from "./tables.ts";

interface RowPanelOf {
  table: Table;
  row: Row;
  names: Names;
  onClose: () => void;
  /** With the id of the row and the cells that were written. */
  onWritten: (id: string, columns: readonly string[]) => void;
}

/** One row with all its cells, its commands and the history of its states. */
export function RowPanel({ table, row, names, onClose, onWritten }: RowPanelOf) {
  const session = useSession();
  const columns = table.columns ?? [];
  const form = { columns, timezone: session.team.timezone, row, names };
  const touches = [["rows", table.id]];
  const change = changeRow(table, form);
  return (
    <section className="card" aria-label={TABLES.row}>
      <div className="actions">
        <Button onPress={onClose}>{TABLES.close}</Button>
        {mayDo(session, "tables", "write") && (
          <Edit<WrittenRow, Row, object>
            of={row}
            fields={rowFields(form)}
            was={writtenRow(form)}
            touches={touches}
            turn={turnOf(table.id)}
            send={async (written, key, over) => {
              const done = await change(written, key, over);
              onWritten(over.id, Object.keys(cellsOf(form, written)));
              return done;
            }}
          />
        )}
        {mayDo(session, "tables", "delete") && (
          <Act words={ROWS.remove} of={row} touches={touches} send={deleteRow(table, row)} />
        )}
      </div>
      <PendingProposals id={row.id} />
      <dl className="facts">
        {columns.map((column) => (
          <div key={column.id}>
            <dt>{column.display_name}</dt>
            <dd>{shownCell(column, row, session.team.timezone, names)}</dd>
          </div>
        ))}
      </dl>
      {columns.some(({ type }) => type === "state") && <History table={table} row={row} />}
    </section>
  );
}

const { historyColumns: heads } = ROWS;

function History({ table, row }: Pick<RowPanelOf, "table" | "row">) {
  const path = { table_id: table.id, row_id: row.id };
  const read = (at: At) =>
    answered(
      api.GET("/api/v1/data/tables/{table_id}/rows/{row_id}/history", { params: { path, query: at } }),
    );
  return (
    <>
      <h2>{ROWS.history}</h2>
      <Listing
        queryKey={["history", row.id, row.version]}
        read={read}
        items={({ history }) => history}
        none={<p>{ROWS.noHistory}</p>}
      >
        {(changes) => (
          <ThingsTable
            name={ROWS.history}
            things={changes}
            columns={{
              [heads.state]: ({ field }) => field,
              [heads.from]: ({ from }) => from,
              [heads.to]: ({ to }) => to,
              [heads.when]: ({ changed_at: at }) => <Moment at={at} />,
              [heads.who]: ({ changed_by: actor }) => <ActorName of={actor} />,
            }}
          />
        )}
      </Listing>
    </>
  );
}
