import { useRef, useState } from "react";
import type { ManyRows } from "../grid/clipboard.ts";
import { TableGrid } from "../grid/table-grid.tsx";
import type { TableGridOf } from "../grid/table-grid-of.ts";
import { PasteDialog } from "../imports/import-button.tsx";
import { keepFocus } from "../parts/focus.ts";
import { ChoiceBar } from "./choice-bar.tsx";
import { storedId } from "./new-rows.ts";
import type { RowAct } from "./row-requests.ts";
import type { RowsShown } from "./row-window.ts";
import type { Row, Table } from "./tables.ts";
import { useRowActs } from "./use-row-acts.ts";
import { useRowChoice } from "./use-row-choice.ts";

interface ChoosingGridOf extends Omit<TableGridOf, "choice" | "tableId" | "onPasteMany"> {
  table: Table;
  shown: RowsShown;
  /** The loaded rows. */
  rows: readonly Row[];
  /** Whether the list has more rows than its filters mean. */
  isUnfiltered: boolean;
}

/** The grid of a table, whose rows a person who may write chooses and changes at once (console.grid-choose). */
export function ChoosingGrid({ table, shown, rows, isUnfiltered, ...grid }: ChoosingGridOf) {
  const bar = useRef<HTMLDivElement>(null);
  const choice = useRowChoice({ table, shown, isUnfiltered, count: grid.rowCount, rowAt: grid.rowAt });
  const acts = useRowActs(table, choice);
  const clear = () => {
    acts.dismiss();
    choice.clear();
  };
  // The button Clear disappears with the bar, so the grid gets the focus.
  const clearFromBar = () => {
    clear();
    keepFocus(cursorBefore(bar.current));
  };
  const run = (act: RowAct) => {
    // A person has read the versions that the list shows.
    const read = new Map(rows.map(({ id, version }) => [storedId(id), version]));
    const chosen = choice.rows.map((row) => ({
      ...row,
      version: Math.max(row.version, read.get(row.id) ?? 0),
    }));
    void acts.run(act, chosen);
    keepFocus(cursorBefore(bar.current));
  };
  const [many, setMany] = useState<ManyRows>();
  const mayChoose = grid.onWrite !== undefined;
  const chosen = { ...choice.grid, clear, toBar: () => bar.current?.querySelector("button")?.focus() };
  return (
    <>
      {many !== undefined && <PasteDialog {...{ table, many }} onClose={() => setMany(undefined)} />}
      <TableGrid
        {...grid}
        tableId={table.id}
        choice={mayChoose ? chosen : undefined}
        onPasteMany={mayChoose ? setMany : undefined}
      />
      {mayChoose && (
        <ChoiceBar
          {...{ bar, table, choice, acts }}
          count={grid.rowCount}
          onAct={run}
          onClear={clearFromBar}
        />
      )}
    </>
  );
}

/** Returns the cell of the cursor in the grid before the bar. */
const cursorBefore = (bar: HTMLElement | null) => (): HTMLElement | null =>
  bar?.parentElement?.querySelector<HTMLElement>(
    '[role="grid"][tabindex="0"], [role="grid"] [tabindex="0"]',
  ) ?? null;
