import { TABLES } from "../words/tables.ts";
import type { CellOf, WritesCell } from "./cell-of.ts";
import { DialogCell } from "./dialog-cell.tsx";
import { FieldCell } from "./field-cell.tsx";
import { isReference, valueOf } from "./cells.ts";
import { ShownCell } from "./shown-cell.tsx";
import { Targets } from "./targets.tsx";
import { editorOf } from "./writing-kinds.ts";

interface CellProps extends CellOf {
  /** Undefined where this person may not write. */
  onWrite: WritesCell["onWrite"] | undefined;
}

/** A cell: Enter or a press opens it, Enter writes, Escape leaves it as it was. */
export function Cell({ onWrite, ...cell }: CellProps) {
  const { column, row } = cell;
  const editor = editorOf(column);
  const problem = row.computed_errors?.[column.name];
  if (problem !== undefined) return <span title={problem}>{TABLES.problem(problem)}</span>;
  if (onWrite === undefined || editor === undefined)
    return isReference(column) ? <Targets {...cell} /> : <ShownCell {...cell} />;
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
