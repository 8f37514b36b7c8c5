import { lazy, Suspense } from "react";
import { Waiting } from "../parts/waiting.tsx";
import { rowList, type ListOf, type ReadPage } from "./list-of.ts";

// One file with the page of a table: a second one would split what the first page loads into more files.
const Listed = lazy(async () => ({ default: (await import("../data/table-page.tsx")).Listed }));

/** A list of the API as a grid, or as cards on a phone (console.lists). */
export function RecordList<P extends ReadPage, T extends { id: string }>(list: ListOf<P, T>) {
  const waiting = (
    <>
      <div className="actions list-tools">{list.tools}</div>
      <Waiting />
    </>
  );
  return (
    <Suspense fallback={waiting}>
      <Listed list={rowList(list)} />
    </Suspense>
  );
}
