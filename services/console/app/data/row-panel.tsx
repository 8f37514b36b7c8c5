import { answered } from "@jst/client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { Button } from "react-aria-components";
import { api } from "../api.ts";
import { PendingProposals } from "../approvals/pending-proposals.tsx";
import { RecordChanges } from "../approvals/record-changes.tsx";
import { Comments } from "../comments/comments.tsx";
import { Act } from "../parts/act.tsx";
import { ActorName } from "../parts/actor-name.tsx";
import { Details } from "../parts/details.tsx";
import { Failure } from "../parts/failure.tsx";
import { Listing, type At } from "../parts/listing.tsx";
import { isProposal } from "../parts/queued.tsx";
import { Moment } from "../parts/moment.tsx";
import { ThingsTable } from "../parts/things-table.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { ROWS, TABLES } from "../words/tables.ts";
import { nameOf, titleOf } from "./cells.ts";
import type { useEditing } from "./editing.ts";
import type { Names } from "./names.ts";
import { PanelCell } from "./panel-cell.tsx";
import { expanding } from "./row-window.ts";
import { deleteRow } from "./rows.ts";
import type { Row, Table } from "./tables.ts";

interface RowPanelOf {
  table: Table;
  /** Id of the row in the API. */
  id: string;
  /** The loaded rows in their order. */
  rows: readonly Row[];
  names: Names;
  editing: ReturnType<typeof useEditing>;
  /** Opens another row, or none. */
  onOpen: (id: string) => void;
}

/** One row beside the grid, which stays usable: each cell is written in its place (console.row-panel). */
export function RowPanel({ table, id, rows, names, editing, onOpen }: RowPanelOf) {
  const { row, error } = useRow(table, id, rows);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), [id]);
  const at = rows.findIndex((one) => one.id === id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onOpen("");
  };
  return (
    <section
      ref={box}
      className="row-panel"
      aria-label={TABLES.row}
      tabIndex={-1}
      data-row-panel
      onKeyDown={onKeyDown}
      onFocus={() => editing.focusRow(row)}
    >
      <header>
        <h2>{row === undefined ? TABLES.row : nameIn(table, row, at)}</h2>
        <Step to={rows[at - 1]} label={TABLES.previousRow} icon={<ChevronUp />} onOpen={onOpen} />
        <Step
          to={at < 0 ? undefined : rows[at + 1]}
          label={TABLES.nextRow}
          icon={<ChevronDown />}
          onOpen={onOpen}
        />
        <Button className="quiet icon" aria-label={TABLES.close} onPress={() => onOpen("")}>
          <X />
        </Button>
      </header>
      {error !== null && row === undefined && <Failure error={error} />}
      {row !== undefined && (
        <Cells
          {...{ table, row, names, editing }}
          onDeleted={(done) => {
            if (!isProposal(done)) onOpen("");
          }}
        />
      )}
    </section>
  );
}

/** Returns the row as the list has it; a row that the list has not loaded is read. */
function useRow(table: Table, id: string, rows: readonly Row[]) {
  const listed = rows.find((one) => one.id === id);
  const { data, error } = useQuery({
    queryKey: ["rows", table.id, "one", id],
    queryFn: () => {
      const params = {
        path: { table_id: table.id, row_id: id },
        query: { computed: true, ...expanding(table) },
      };
      return answered(api.GET("/api/v1/data/tables/{table_id}/rows/{row_id}", { params }));
    },
    enabled: listed === undefined,
  });
  return { row: listed ?? data, error };
}

/** Names a row by its first text, or by its number. */
export function nameIn(table: Table, row: Row, at: number): string {
  const name = nameOf(row, titleOf(table.columns ?? [], row));
  if (name !== row.id) return name;
  return at < 0 ? TABLES.row : TABLES.rowNumber(at + 1);
}

interface StepOf {
  /** Undefined at an end of the loaded rows. */
  to: Row | undefined;
  label: string;
  icon: React.ReactNode;
  onOpen: (id: string) => void;
}

function Step({ to, label, icon, onOpen }: StepOf) {
  return (
    <Button
      className="quiet icon"
      aria-label={label}
      isDisabled={to === undefined}
      onPress={() => onOpen(to?.id ?? "")}
    >
      {icon}
    </Button>
  );
}

interface CellsOf extends Pick<RowPanelOf, "table" | "names" | "editing"> {
  row: Row;
  onDeleted: (done: object) => void;
}

function Cells({ table, row, names, editing, onDeleted }: CellsOf) {
  const session = useSession();
  const columns = table.columns ?? [];
  const mayWrite = mayDo(session, "tables", "write");
  return (
    <>
      <PendingProposals id={row.id} />
      <dl className="panel-cells">
        {columns.map((column) => (
          <PanelCell
            key={column.id}
            {...{ column, names }}
            row={editing.shown(row)}
            state={editing.stateOf(editing.shown(row), column.name)}
            onWrite={mayWrite ? editing.write : undefined}
          />
        ))}
      </dl>
      {columns.some(({ type }) => type === "state") && <History table={table} row={row} />}
      {mayDo(session, "tables", "delete") && (
        <Act
          words={ROWS.remove}
          of={row}
          touches={[["rows", table.id]]}
          send={deleteRow(table, row)}
          onDone={onDeleted}
        />
      )}
      <Comments resource="row" id={row.id} tableId={table.id} />
      <RecordChanges resource="rows" id={row.id} />
      <Details of={{ id: row.id, version: row.version }} />
    </>
  );
}

const { historyColumns: heads } = ROWS;

function History({ table, row }: { table: Table; row: Row }) {
  const path = { table_id: table.id, row_id: row.id };
  const read = (at: At) =>
    answered(
      api.GET("/api/v1/data/tables/{table_id}/rows/{row_id}/history", { params: { path, query: at } }),
    );
  return (
    <>
      <h3>{ROWS.history}</h3>
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
