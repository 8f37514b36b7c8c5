import { lazy, Suspense } from "react";
import { Waiting } from "../parts/waiting.tsx";
import { rowList, type ListOf, type ReadPage } from "./list-of.ts";

const Listed = lazy(async () => ({ default: (await import("./listed.tsx")).Listed }));

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
