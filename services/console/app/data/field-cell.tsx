import { keptBreaks } from "@jst/values";
import { useId, useState, type ChangeEvent, type KeyboardEvent } from "react";
import { PARTS } from "../words/parts.ts";
import { useSession } from "../session/session.ts";
import { CELLS, TABLES } from "../words/tables.ts";
import type { CellOf, WritesCell } from "./cell-of.ts";
import { shownCell, valueOf } from "./cells.ts";
import { choicesAfter, mayBeEmptied } from "./column-choices.ts";
import { cellFormOf, isLong, valueFormOf } from "./column-values.ts";
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
  const close = (isByKey: boolean) => {
    setOpened(undefined);
    setTakesFocus(isByKey);
  };
  const of = { column, row: opened, editor, onClose: close };
  const onValue = (value: unknown) => onWrite(value, opened);
  return editor.by === "field" ? (
    <WrittenCell {...of} timezone={timezone} onValue={onValue} />
  ) : (
    <ChosenCell {...of} onValue={onValue} />
  );
}

interface OpenedCell {
  column: Column;
  row: Row;
  editor: Editor;
  onClose: (isByKey: boolean) => void;
  onValue: (value: unknown) => void;
}

/** Enter writes, Escape leaves the cell as it was; a key of an input method belongs to the word that is asked for. */
const keysOf = (end: (isWritten: boolean) => void) => (event: KeyboardEvent) => {
  if (event.nativeEvent.isComposing) return;
  if (event.key === "Escape") end(false);
  if (event.key !== "Enter" || event.shiftKey) return;
  // Else the key would press the cell, which has focus next.
  event.preventDefault();
  end(true);
};

/** A text that is read as the value of the cell; an unreadable one changes nothing (values.reading). */
function WrittenCell({ column, row, editor, timezone, onClose, onValue }: OpenedCell & { timezone: string }) {
  const value = valueOf(column, row);
  const form = cellFormOf(column, timezone);
  const [began] = useState(() => form.begins(value));
  const [text, setText] = useState(() => began.replace(/\r\n?/g, "\n"));
  const [fault, setFault] = useState<string>();
  const about = useId();
  const end = (isByKey: boolean, hasLeft: boolean) => {
    const whole = valueFormOf(column, timezone) === undefined ? keptBreaks(began, text) : text;
    const isSame = text === began.replace(/\r\n?/g, "\n");
    const reading = isSame ? undefined : form.read(whole);
    const message = reading?.fault?.message;
    setFault(message !== undefined && hasLeft ? `${message} ${CELLS.unchanged}` : message);
    if (message !== undefined) return;
    onClose(isByKey);
    if (reading !== undefined && !isSameValue(reading.value, value)) onValue(reading.value);
  };
  const field = {
    autoFocus: true,
    "aria-label": column.display_name,
    "aria-invalid": fault !== undefined,
    "aria-describedby": about,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(target.value),
    onKeyDown: keysOf((isWritten) => (isWritten ? end(true, false) : onClose(true))),
    onBlur: () => end(false, true),
  };
  const hasLines = isLong(column, began);
  const inputMode = editor.by === "field" ? editor.keyboard : "text";
  return (
    <>
      {hasLines ? (
        <textarea {...field} rows={LINES} />
      ) : (
        <input {...field} type="text" inputMode={inputMode} />
      )}
      <div id={about}>
        {hasLines && <p className="aside">{TABLES.lines}</p>}
        {fault !== undefined && (
          <p className="fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  );
}

const LINES = 4;

const isSameValue = (value: unknown, was: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(was ?? null);

/** One of the choices of the column. A value that is no longer among them can stay. */
function ChosenCell({ column, row, onClose, onValue }: OpenedCell) {
  const value = valueOf(column, row);
  const was = typeof value === "string" ? value : "";
  const [chosen, setChosen] = useState(was);
  const end = (isByKey: boolean, isWritten = true) => {
    onClose(isByKey);
    if (isWritten && chosen !== was) onValue(chosen === "" ? null : chosen);
  };
  const known = choicesAfter(column, value);
  const choices = was === "" || Object.hasOwn(known, was) ? known : { ...known, [was]: was };
  return (
    <select
      autoFocus
      aria-label={column.display_name}
      value={chosen}
      onChange={({ target }) => setChosen(target.value)}
      onKeyDown={keysOf((isWritten) => end(true, isWritten))}
      onBlur={() => end(false)}
    >
      {(was === "" || mayBeEmptied(column, was)) && <option value="">{PARTS.noChoice}</option>}
      {Object.entries(choices).map(([one, label]) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </select>
  );
}
