import { lazy, Suspense } from "react";
import { Opening } from "../parts/opening.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { TITLES } from "../words/places.ts";
import { TABLES } from "../words/tables.ts";
import type { ImportInto } from "./import-dialog.tsx";
import type { Kind } from "./kind.ts";

// Few visits import something, so the dialog is a file of its own.
const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));

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
