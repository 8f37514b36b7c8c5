import { Button, Dialog, DialogTrigger, Heading, Modal } from "react-aria-components";
import { Opening } from "../../parts/opening.tsx";
import { ThingsTable } from "../../parts/things-table.tsx";
import { shownValue } from "../../parts/values.ts";
import { mayDo, useSession } from "../../session/session.ts";
import { COLUMN_TYPES, COLUMNS } from "../../words/columns.ts";
import { PARTS } from "../../words/parts.ts";
import type { Column, Table } from "../tables.ts";
import { ColumnForm } from "./column-form.tsx";
import { RemoveColumn } from "./remove-column.tsx";

const { heads } = COLUMNS;

/** The columns of a table, and what adds, changes and removes one. */
export function Columns({ table }: { table: Table }) {
  const mayWrite = mayDo(useSession(), "tables", "write");
  return (
    <>
      {mayWrite && (
        <Opening opens={COLUMNS.newOpens}>{(close) => <ColumnForm table={table} onDone={close} />}</Opening>
      )}
      <Opening opens={COLUMNS.opens}>{() => <List table={table} />}</Opening>
    </>
  );
}

function List({ table }: { table: Table }) {
  const session = useSession();
  const [mayWrite, mayRemove] = [mayDo(session, "tables", "write"), mayDo(session, "tables", "delete")];
  const columns = table.columns ?? [];
  if (columns.length === 0) return <p>{COLUMNS.none}</p>;
  return (
    <ThingsTable<Column>
      name={COLUMNS.list}
      things={columns}
      columns={{
        [heads.name]: ({ display_name: title, name }) => (title === name ? name : `${title} (${name})`),
        [heads.type]: ({ type }) => COLUMN_TYPES[type],
        [heads.required]: ({ required }) => shownValue(required),
        [heads.formula]: ({ formula }) => typeof formula === "string" && <code>{formula}</code>,
        ...(mayWrite && { [heads.change]: (column: Column) => <Change table={table} column={column} /> }),
        ...(mayRemove && {
          [heads.remove]: (column: Column) => <RemoveColumn table={table} column={column} />,
        }),
      }}
    />
  );
}

/** A button that opens the form of a column; what was written there is lost by no press beside it. */
function Change({ table, column }: { table: Table; column: Column }) {
  const { opens, title } = COLUMNS.change(column.display_name);
  return (
    <DialogTrigger>
      <Button className="quiet" aria-label={`${opens} ${column.display_name}`}>
        {opens}
      </Button>
      <Modal className="modal">
        <Dialog className="dialog">
          {({ close }) => (
            <>
              <Heading slot="title">{title}</Heading>
              <ColumnForm table={table} column={column} onDone={close} />
              <div className="actions">
                <Button className="quiet" onPress={close}>
                  {PARTS.cancel}
                </Button>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </DialogTrigger>
  );
}
