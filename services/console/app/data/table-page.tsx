import { useState } from "react";
import { Failure } from "../parts/failure.tsx";
import { Find } from "../parts/finding.tsx";
import { Page } from "../parts/page.tsx";
import { Queued } from "../parts/queued.tsx";
import { Turns } from "../parts/turns.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { Grid } from "./grid.tsx";
import { useEditing, useRows, useTable, type Table } from "./tables.ts";

/** A table as a grid, found, sorted and written cell by cell. */
export function TablePage({ id }: { id: string }) {
  const { data, error } = useTable(id);
  if (data === undefined)
    return <Page title="Table">{error === null ? <Waiting /> : <Failure error={error} />}</Page>;
  return <Rows table={data} />;
}

function Rows({ table }: { table: Table }) {
  const session = useSession();
  const [q, setQ] = useState("");
  const [sort, setSort] = useState("");
  // Where each page began, up to this one: the way back.
  const [pages, setPages] = useState<readonly string[]>([""]);
  const { data, error } = useRows(table.id, { q, sort, cursor: pages.at(-1) ?? "" });
  const editing = useEditing(table.id);
  const show = (set: (text: string) => void) => (text: string) => {
    set(text);
    setPages([""]);
  };
  return (
    <Page title={table.display_name}>
      <Find label="Find in this table" onFind={show(setQ)} />
      {error !== null && <Failure error={error} />}
      {editing.error !== null && <Failure error={editing.error} />}
      {editing.data === true && <Queued />}
      {data === undefined && error === null && <Waiting />}
      {data?.rows.length === 0 && (
        <p className="empty">{q === "" ? "The table has no rows." : "Nothing is found."}</p>
      )}
      {data !== undefined && data.rows.length > 0 && (
        <Grid
          columns={table.columns ?? []}
          rows={data.rows}
          sort={sort}
          onSort={show(setSort)}
          onEdit={mayDo(session, "tables", "write") ? editing.mutate : undefined}
        />
      )}
      <Turns pages={pages} next={data?.next_cursor} onTurn={setPages} />
    </Page>
  );
}
