import { useId, useState, type ChangeEvent, type KeyboardEvent, type TextareaHTMLAttributes } from "react";
import { PARTS } from "../words/parts.ts";
import { useSession } from "../session/session.ts";
import { TABLES } from "../words/tables.ts";
import type { CellOf, WritesCell } from "./cell-of.ts";
import { faultOf, fieldText, shownCell, valueOf, writtenCell } from "./cells.ts";
import { choicesAfter, mayBeEmptied } from "./column-choices.ts";
import { ShownCell } from "./shown-cell.tsx";
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
        {text === "" ? (
          <span className="aside">{TABLES.empty}</span>
        ) : (
          <ShownCell {...{ column, row, names }} />
        )}
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
  const [fault, setFault] = useState<string>();
  const end = (isByKey: boolean) => {
    const found = written === text ? undefined : faultOf(column, written);
    setFault(found);
    if (found === undefined) onEnd(written === text ? undefined : written, isByKey);
  };
  const field = {
    autoFocus: true,
    "aria-label": column.display_name,
    value: written,
    onChange: ({ target }: ChangeEvent<AnyInput>) => setWritten(target.value),
    onKeyDown: (event: KeyboardEvent) => {
      // The key belongs to the word that an input method is asked for.
      if (event.nativeEvent.isComposing) return;
      if (event.key === "Escape") onEnd(undefined, true);
      if (event.key !== "Enter" || event.shiftKey) return;
      // Else the key would press the cell, which has focus next.
      event.preventDefault();
      end(true);
    },
    onBlur: () => end(false),
  };
  if (editor.by === "lines") return <Lines field={field} fault={fault} />;
  if (editor.by === "field") return <input {...field} type={editor.type} step="any" />;
  const choices = choicesAfter(column, valueOf(column, row));
  return (
    <select {...field}>
      {(text === "" || mayBeEmptied(column, text)) && <option value="">{PARTS.noChoice}</option>}
      {Object.entries(choices).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

const LINES = 4;

interface LinesOf {
  field: TextareaHTMLAttributes<HTMLTextAreaElement>;
  fault: string | undefined;
}

/** A field of several lines, which keys begin and write, and what is wrong with them. */
function Lines({ field, fault }: LinesOf) {
  const about = useId();
  return (
    <>
      <textarea {...field} rows={LINES} aria-invalid={fault !== undefined} aria-describedby={about} />
      <div id={about}>
        <p className="aside">{TABLES.lines}</p>
        {fault !== undefined && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  );
}
