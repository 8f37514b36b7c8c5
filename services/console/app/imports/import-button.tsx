import { lazy, Suspense } from "react";
import type { ManyRows } from "../grid/clipboard.ts";
import type { Table } from "../data/tables.ts";
import { FormDialog, Opening } from "../parts/opening.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { TITLES } from "../words/places.ts";
import { TABLES } from "../words/tables.ts";
import type { Kind } from "./kind.ts";
import type { ImportInto } from "./use-source.tsx";

interface PasteOf {
  table: Table;
  many: ManyRows;
}

// Few visits import something, so the dialog is a file of its own.
const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));

const PasteForm = lazy(async () => ({ default: (await import("./paste-form.tsx")).PasteForm }));

/** The dialog of a paste of more rows than the grid writes at once (console.paste-many). */
export function PasteDialog({ onClose, ...of }: PasteOf & { onClose: () => void }) {
  return (
    <FormDialog title={TABLES.pasteInto(of.table.display_name)} isOpen onClose={onClose}>
      {(close) => (
        <Suspense fallback={<Waiting />}>
          <PasteForm {...of} onDone={close} />
        </Suspense>
      )}
    </FormDialog>
  );
}

/** A button that imports a file into contacts, into articles, into a table, or into a new one. */
export function ImportButton({ into, kind = "data" }: { into?: ImportInto; kind?: Kind }) {
  const name = into === "articles" ? TITLES.articles : into?.display_name;
  const title = name === undefined ? TABLES.import : TABLES.importInto(name);
  return (
    <Opening opens={TABLES.import} title={title}>
      {(close) => (
        <Suspense fallback={<Waiting />}>
          <ImportDialog kind={kind} into={into} onDone={close} />
        </Suspense>
      )}
    </Opening>
  );
}
