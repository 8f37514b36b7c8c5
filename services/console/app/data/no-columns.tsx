import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { isInField } from "../grid/use-copy.ts";
import { FormDialog } from "../parts/opening.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { mayDo, useSession } from "../session/session.ts";
import { TABLES } from "../words/tables.ts";
import type { Table } from "./tables.ts";

const ImportDialog = lazy(async () => ({
  default: (await import("../imports/import-dialog.tsx")).ImportDialog,
}));

/** A table without columns: a person adds them, or pastes rows that make them (console.grid-paste). */
export function NoColumns({ table }: { table: Table }) {
  const mayWrite = mayDo(useSession(), "tables", "write");
  const [pasted, setPasted] = useState<string>();
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!mayWrite || text.trim() === "" || isInField(event) || isInDialog(event)) return;
    event.preventDefault();
    setPasted(text);
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("paste", (event) => onPaste(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return (
    <>
      <p className="empty">
        {TABLES.noColumns} {mayWrite && TABLES.firstColumns}
      </p>
      {pasted !== undefined && (
        <FormDialog title={TABLES.pasteInto(table.display_name)} isOpen onClose={() => setPasted(undefined)}>
          {(close) => (
            <Suspense fallback={<Waiting />}>
              <ImportDialog kind="data" into={table} pasted={pasted} onDone={close} />
            </Suspense>
          )}
        </FormDialog>
      )}
    </>
  );
}

const isInDialog = ({ target }: Event): boolean =>
  target instanceof Element && target.closest("[role=dialog]") !== null;
