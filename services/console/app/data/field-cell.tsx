import { useState, type ChangeEvent, type KeyboardEvent } from "react";
import { PARTS } from "../words/parts.ts";
import { useSession } from "../session/session.ts";
import { TABLES } from "../words/tables.ts";
import type { CellOf, WritesCell } from "./cell.tsx";
import { fieldText, shownCell, valueOf, writtenCell } from "./cells.ts";
import { choicesAfter } from "./column-choices.ts";
import type { Column, Row } from "./tables.ts";
import type { Editor } from "./writing-kinds.ts";

interface FieldCellOf extends CellOf, WritesCell {
  editor: Editor;
}

/** A cell that becomes a field while it is written. */
export function FieldCell({ column, row, names, editor, onWrite }: FieldCellOf) {
  const [opened, setOpened] = useState<Row>();
  // Focus goes back to the cell, unless it went elsewhere by itself.
  const [takesFocus, setTakesFocus] = useState(false);
  const { timezone } = useSession().team;
  if (opened === undefined) {
    const text = shownCell(column, row, timezone, names);
    return (
      <button type="button" className="cell" autoFocus={takesFocus} onClick={() => setOpened(row)}>
        {text === "" ? <span className="aside">{TABLES.empty}</span> : text}
      </button>
    );
  }
  return (
    <Opened
      column={column}
      row={opened}
      editor={editor}
      text={fieldText(column, valueOf(column, opened), timezone)}
      onEnd={(written, isByKey) => {
        setOpened(undefined);
        setTakesFocus(isByKey);
        if (written === undefined) return;
        const value = writtenCell(column, written, timezone);
        const isNumber = editor.by === "field" && editor.type === "number" && value !== null;
        onWrite(isNumber ? Number(value) : value, opened);
      }}
    />
  );
}

interface OpenedCell {
  column: Column;
  row: Row;
  editor: Editor;
  text: string;
  /** With what was written; undefined where nothing is to be changed. */
  onEnd: (written: string | undefined, isByKey: boolean) => void;
}

type AnyInput = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function Opened({ column, row, editor, text, onEnd }: OpenedCell) {
  const [written, setWritten] = useState(text);
  const end = (isByKey: boolean) => onEnd(written === text ? undefined : written, isByKey);
  const field = {
    autoFocus: true,
    "aria-label": column.display_name,
    value: written,
    onChange: ({ target }: ChangeEvent<AnyInput>) => setWritten(target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape") onEnd(undefined, true);
      if (event.key !== "Enter" || event.shiftKey) return;
      // Else the key would press the cell, which has focus next.
      event.preventDefault();
      end(true);
    },
    onBlur: () => end(false),
  };
  if (editor.by === "lines") return <textarea {...field} rows={LINES} title={TABLES.lines} />;
  if (editor.by === "field") return <input {...field} type={editor.type} step="any" />;
  const choices = choicesAfter(column, valueOf(column, row));
  return (
    <select {...field}>
      {(text === "" || !column.required) && <option value="">{PARTS.noChoice}</option>}
      {Object.entries(choices).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

const LINES = 4;
