import { Moves } from "../../parts/moves.tsx";
import { Opening } from "../../parts/opening.tsx";
import { Outcome } from "../../parts/outcome.tsx";
import { ThingsTable } from "../../parts/things-table.tsx";
import { shownValue } from "../../parts/values.ts";
import { mayDo, useSession } from "../../session/session.ts";
import { COLUMN_TYPES, COLUMNS } from "../../words/columns.ts";
import type { Column, Table } from "../tables.ts";
import { ColumnForm } from "./column-form.tsx";
import { RemoveColumn } from "./remove-column.tsx";
import { useColumnOrder } from "./changing.ts";

const { heads } = COLUMNS;

/** The columns of a table, and what adds, changes and removes one. */
export function Columns({ table }: { table: Table }) {
  const mayWrite = mayDo(useSession(), "tables", "write");
  return (
    <>
      {mayWrite && (
        <Opening opens={COLUMNS.newOpens}>{(close) => <ColumnForm table={table} onDone={close} />}</Opening>
      )}
      <Opening opens={COLUMNS.opens} isWide>
        {() => <List table={table} />}
      </Opening>
    </>
  );
}

function List({ table }: { table: Table }) {
  const session = useSession();
  const [mayWrite, mayRemove] = [mayDo(session, "tables", "write"), mayDo(session, "tables", "delete")];
  const { ordered: columns, move, saving } = useColumnOrder(table);
  if (columns.length === 0) return <p>{COLUMNS.none}</p>;
  return (
    <>
      <ThingsTable<Column>
        name={COLUMNS.list}
        things={columns}
        columns={{
          [heads.name]: ({ display_name: title, name }) => (title === name ? name : `${title} (${name})`),
          [heads.type]: ({ type }) => COLUMN_TYPES[type],
          [heads.required]: ({ required }) => shownValue(required),
          [heads.formula]: ({ formula }) => typeof formula === "string" && <code>{formula}</code>,
          ...(mayWrite && { [heads.order]: (column: Column) => <Place {...{ columns, column, move }} /> }),
          ...(mayWrite && { [heads.change]: (column: Column) => <Change table={table} column={column} /> }),
          ...(mayRemove && {
            [heads.remove]: (column: Column) => <RemoveColumn table={table} column={column} />,
          }),
        }}
      />
      <Outcome of={saving}>{() => <p role="status">{COLUMNS.orderSaved}</p>}</Outcome>
    </>
  );
}

interface PlaceOf {
  columns: readonly Column[];
  column: Column;
  move: (from: number, to: number) => void;
}

function Place({ columns, column, move }: PlaceOf) {
  const index = columns.indexOf(column);
  return (
    <Moves
      what={column.display_name}
      index={index}
      isLast={index === columns.length - 1}
      onMove={(to) => move(index, to)}
    />
  );
}

function Change({ table, column }: { table: Table; column: Column }) {
  const { opens, title } = COLUMNS.change(column.display_name);
  return (
    <Opening opens={opens} title={title} label={`${opens} ${column.display_name}`}>
      {(close) => <ColumnForm table={table} column={column} onDone={close} />}
    </Opening>
  );
}
