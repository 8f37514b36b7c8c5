import { useId, useRef, useState } from "react";
import { Editor, type After, type Written } from "../grid/editor.tsx";
import { GRID } from "../words/grid.ts";
import { isReference, shownCell, valueOf } from "./cells.ts";
import type { Names } from "./names.ts";
import type { CellState } from "./pending.ts";
import type { Edit } from "./refused.ts";
import { ShownCell } from "./shown-cell.tsx";
import type { Column, Row } from "./tables.ts";
import { Targets } from "./targets.tsx";
import { shownValue } from "../parts/values.ts";
import { useSession } from "../session/session.ts";
import { editorOf } from "./writing-kinds.ts";

interface PanelCellOf {
  column: Column;
  row: Row;
  names: Names;
  state: CellState | undefined;
  /** Undefined where this person may not write. */
  onWrite: ((edits: readonly Edit[]) => void) | undefined;
}

/** A cell of the panel of a row with its label; a press opens its editor, the same as in the grid. */
export function PanelCell({ column, row, names, state, onWrite }: PanelCellOf) {
  const [isEdited, setEdited] = useState(false);
  const labelId = useId();
  const box = useRef<HTMLElement>(null);
  const by = editorOf(column)?.by;
  const write = (written: Written) => onWrite?.([{ row, column: column.name, ...written }]);
  const end = (after: After, written?: Written): void => {
    setEdited(false);
    if (written !== undefined) write(written);
    if (after !== undefined) requestAnimationFrame(() => focusFrom(box.current, after));
  };
  const open = () => {
    if (by === "check") write({ value: valueOf(column, row) !== true });
    else setEdited(true);
  };
  const isWritable = onWrite !== undefined && by !== undefined;
  return (
    <div>
      <dt id={labelId}>{column.display_name}</dt>
      <dd ref={box} className={isEdited ? "panel-cell edited" : "panel-cell"} data-state={state}>
        {isEdited ? (
          <Editor {...{ column, row, names }} typed={undefined} onEnd={end} />
        ) : (
          <>
            {isWritable && (
              <button
                type="button"
                aria-label={GRID.edit(column.display_name)}
                aria-describedby={`${labelId}-value`}
                onClick={open}
              />
            )}
            <span id={`${labelId}-value`} className="panel-value">
              <CellValue {...{ column, row, names }} />
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

/** Value of a cell outside of a grid, where nothing is called empty. */
export function CellValue({ column, row, names }: Pick<PanelCellOf, "column" | "row" | "names">) {
  const { timezone } = useSession().team;
  if (isReference(column)) return <Targets {...{ column, row, names }} />;
  if (column.type === "boolean") return shownValue(valueOf(column, row) === true);
  if (shownCell(column, row, timezone, names) === "") return <span className="aside">{GRID.empty}</span>;
  return <ShownCell {...{ column, row, names }} />;
}

/** Moves the focus to the cell after, before, or to the same one, as the grid does. */
function focusFrom(cell: HTMLElement | null, after: Exclude<After, undefined>): void {
  const buttons = [...(cell?.closest("dl")?.querySelectorAll<HTMLElement>(".panel-cell > button") ?? [])];
  const at = buttons.findIndex((button) => button.parentElement === cell);
  const by = after === "stay" ? 0 : after === "left" ? -1 : 1;
  (buttons[at + by] ?? buttons[at])?.focus();
}
