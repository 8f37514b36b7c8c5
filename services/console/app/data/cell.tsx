import { useSession } from "../session/session.ts";
import { TABLES } from "../words/tables.ts";
import { DialogCell } from "./dialog-cell.tsx";
import { FieldCell } from "./field-cell.tsx";
import { isReference, shownCell, valueOf } from "./cells.ts";
import { colorOf } from "./column-choices.ts";
import type { Names } from "./names.ts";
import { Swatch } from "./swatch.tsx";
import { Targets } from "./targets.tsx";
import type { Column, Row } from "./tables.ts";
import { editorOf } from "./writing-kinds.ts";

/** A cell and who is named in it. */
export interface CellOf {
  column: Column;
  row: Row;
  names: Names;
}

/** Writes a cell over the row as it was when the cell was opened. */
export interface WritesCell {
  onWrite: (value: unknown, over: Row) => void;
}

interface Shown extends CellOf {
  /** Undefined where this person may not write. */
  onWrite: WritesCell["onWrite"] | undefined;
}

/** A cell: Enter or a press opens it, Enter writes, Escape leaves it as it was. */
export function Cell({ onWrite, ...cell }: Shown) {
  const { column, row, names } = cell;
  const { team } = useSession();
  const editor = editorOf(column);
  const problem = row.computed_errors?.[column.name];
  if (problem !== undefined) return <span title={problem}>{TABLES.problem(problem)}</span>;
  if (onWrite === undefined || editor === undefined)
    return isReference(column) ? (
      <Targets {...cell} />
    ) : (
      <>
        <Swatch color={colorOf(column, valueOf(column, row))} />
        {shownCell(column, row, team.timezone, names)}
      </>
    );
  if (editor.by === "dialog") return <DialogCell {...cell} onWrite={onWrite} />;
  if (editor.by !== "check") return <FieldCell {...cell} editor={editor} onWrite={onWrite} />;
  return (
    <input
      type="checkbox"
      aria-label={column.display_name}
      checked={valueOf(column, row) === true}
      onChange={(event) => onWrite(event.target.checked, row)}
    />
  );
}
