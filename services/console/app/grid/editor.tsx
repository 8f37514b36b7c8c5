import { keptBreaks } from "@jst/values";
import { useId, useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from "react";
import { Button, Dialog, Heading } from "react-aria-components";
import { cellOf, chosenOf, valueOf } from "../data/cells.ts";
import { Choosing, useChosen } from "../data/choosing.tsx";
import { choicesAfter, mayBeEmptied } from "../data/column-choices.ts";
import { cellFormOf, isLong, valueFormOf } from "../data/column-values.ts";
import type { Names } from "../data/names.ts";
import type { Column, Row } from "../data/tables.ts";
import { editorOf } from "../data/writing-kinds.ts";
import { OverPage } from "../parts/over-page.tsx";
import { useSession } from "../session/session.ts";
import { PARTS } from "../words/parts.ts";
import { CELLS, TABLES } from "../words/tables.ts";

/** The cell that has the cursor after an editor has closed; undefined if the focus went elsewhere. */
export type After = "stay" | "down" | "right" | "left" | undefined;

/** The value that a person has written, and the named targets that the cell shows meanwhile. */
export interface Written {
  value: unknown;
  shown?: unknown;
}

export interface EditorOf {
  column: Column;
  /** The row as it was when the editor opened. */
  row: Row;
  names: Names;
  /** The text that the editor begins with in place of the value: the key that opened it. */
  typed: string | undefined;
  /** With the value if it has changed. */
  onEnd: (after: After, written?: Written) => void;
}

/** Editor of a cell by its column: a text, one of some choices, or a dialog. */
export function Editor(cell: EditorOf) {
  const by = editorOf(cell.column)?.by;
  if (by === "dialog") return <ChoosingDialog {...cell} />;
  return by === "choice" ? <ChoiceEditor {...cell} /> : <TextEditor {...cell} />;
}

/** Enter writes and goes down, Tab goes right; keys of an input method are its own. */
function afterKey({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent): After {
  if (nativeEvent.isComposing || altKey) return undefined;
  if (key === "Enter") return "down";
  return key === "Tab" ? (shiftKey ? "left" : "right") : undefined;
}

/** The text of an open editor; an unreadable one changes nothing (values.reading). */
function useCellText({ column, row, typed, onEnd }: EditorOf) {
  const { timezone } = useSession().team;
  const value = valueOf(column, row);
  const form = cellFormOf(column, timezone);
  const [began] = useState(() => form.begins(value));
  const [text, setText] = useState(() => typed ?? began.replace(/\r\n?/g, "\n"));
  const [fault, setFault] = useState<string>();
  const hasEnded = useRef(false);
  const close: EditorOf["onEnd"] = (after, written) => {
    hasEnded.current = true;
    onEnd(after, written);
  };
  const end = (after: After): void => {
    if (hasEnded.current) return;
    const isSameText = text === began.replace(/\r\n?/g, "\n");
    const whole = valueFormOf(column, timezone) === undefined ? keptBreaks(began, text) : text;
    const reading = isSameText ? undefined : form.read(whole);
    const message = reading?.fault?.message;
    setFault(message !== undefined && after === undefined ? `${message} ${CELLS.unchanged}` : message);
    if (message !== undefined) return;
    const isWritten = reading !== undefined && !isSame(reading.value, value);
    close(after, isWritten ? { value: reading.value } : undefined);
  };
  return { text, setText, fault, hasLines: isLong(column, began), close, end };
}

/** A field over the cell, which grows with its text. */
function TextEditor(cell: EditorOf) {
  const { column } = cell;
  const { text, setText, fault, hasLines, close, end } = useCellText(cell);
  const field = useRef<HTMLTextAreaElement>(null);
  const about = useId();
  useLayoutEffect(() => grow(field.current), [text]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    const after = afterKey(event);
    if (event.key === "Escape" && !event.nativeEvent.isComposing) close("stay");
    else if (event.key === "Enter" && event.altKey) breakLine(event.currentTarget, setText);
    else if (after !== undefined) {
      event.preventDefault();
      end(after);
    }
  };
  const editor = editorOf(column);
  return (
    <div className={hasLines ? "grid-editor long" : "grid-editor"}>
      <textarea
        ref={field}
        autoFocus
        rows={1}
        aria-label={column.display_name}
        aria-invalid={fault !== undefined}
        aria-describedby={about}
        inputMode={editor?.by === "field" ? editor.keyboard : "text"}
        value={text}
        onChange={({ target }: ChangeEvent<HTMLTextAreaElement>) => setText(target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
        onBlur={() => end(undefined)}
      />
      {hasLines && <p className="aside">{TABLES.lines}</p>}
      <p id={about} className="fault" role="alert" hidden={fault === undefined}>
        {fault}
      </p>
    </div>
  );
}

const isSame = (value: unknown, was: unknown): boolean =>
  JSON.stringify(value ?? null) === JSON.stringify(was ?? null);

/** Makes a field as high as its text. */
function grow(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.style.height = "0";
  field.style.height = `${field.scrollHeight + 2}px`;
}

function breakLine(field: HTMLTextAreaElement, onText: (text: string) => void): void {
  field.setRangeText("\n", field.selectionStart, field.selectionEnd, "end");
  onText(field.value);
}

/** One of the choices of the column. A value that is no longer among them can stay. */
function ChoiceEditor({ column, row, typed = "", onEnd }: EditorOf) {
  const value = valueOf(column, row);
  const was = typeof value === "string" ? value : "";
  const hasEnded = useRef(false);
  const known = choicesAfter(column, value);
  const choices = was === "" || Object.hasOwn(known, was) ? known : { ...known, [was]: was };
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(() => beginningWith(typed, choices) ?? was);
  const type = (next: string) => {
    // A letter that no choice goes on with begins another one.
    const found = [next, next.slice(-1)].find((one) => beginningWith(one, choices) !== undefined) ?? "";
    setText(found);
    setChosen(beginningWith(found, choices) ?? chosen);
  };
  const end = (after: After, isWritten = true): void => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(after, isWritten && chosen !== was ? { value: chosen === "" ? null : chosen } : undefined);
  };
  return (
    <select
      className="grid-editor"
      autoFocus
      aria-label={column.display_name}
      value={chosen}
      onChange={({ target }) => setChosen(target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        const after = afterKey(event);
        if (event.key === "Escape") end("stay", false);
        if (isTyped(event)) {
          event.preventDefault();
          type(text + event.key);
        }
        if (after === undefined) return;
        event.preventDefault();
        end(after);
      }}
      onBlur={() => end(undefined)}
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

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Finds the first choice whose label begins with a text, in any case; undefined without one, or without a text. */
function beginningWith(text: string, choices: Readonly<Record<string, string>>): string | undefined {
  const wanted = text.toLowerCase();
  if (wanted.trim() === "") return undefined;
  return Object.entries(choices).find(([, label]) => label.toLowerCase().startsWith(wanted))?.[0];
}

/** A dialog in which the targets of a cell are chosen. */
function ChoosingDialog({ column, row, names, typed = "", onEnd }: EditorOf) {
  const { chosen, isChanged, setChosen } = useChosen(chosenOf(column, row, names));
  const ids = chosen.map(({ id }) => id);
  return (
    <OverPage isDismissable isOpen onOpenChange={(isOpen) => !isOpen && onEnd("stay")}>
      <Dialog className="dialog">
        <form
          className="form"
          onKeyDown={(event) => event.stopPropagation()}
          onSubmit={(event) => {
            event.preventDefault();
            onEnd("stay", isChanged ? { value: cellOf(column, ids), shown: chosen } : undefined);
          }}
        >
          <Heading slot="title">{column.display_name}</Heading>
          <Choosing column={column} chosen={chosen} typed={typed} onChange={setChosen} />
          <div className="actions">
            <Button className="quiet" onPress={() => onEnd("stay")}>
              {PARTS.cancel}
            </Button>
            <Button type="submit" className="main">
              {PARTS.save}
            </Button>
          </div>
        </form>
      </Dialog>
    </OverPage>
  );
}
