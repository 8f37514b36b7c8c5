import { useState, type KeyboardEvent } from "react";
import { Link } from "wouter";
import { pathOf } from "../paths.ts";
import { useSession } from "../session/session.ts";
import { shownValue } from "../parts/values.ts";
import { TABLES } from "../words/tables.ts";
import { inputOf, isLink, shownCell, targetsOf, valueOf, writtenValue } from "./cells.ts";
import type { Column, Row } from "./tables.ts";

interface CellOf {
  column: Column;
  row: Row;
  /** Undefined where this person may not write. */
  onWrite: ((value: unknown) => void) | undefined;
}

/** A cell: Enter or a press opens it, Enter writes, Escape leaves it as it was. */
export function Cell({ column, row, onWrite }: CellOf) {
  const [isOpen, setOpen] = useState(false);
  // Focus goes back to the cell, unless it went elsewhere by itself.
  const [takesFocus, setTakesFocus] = useState(false);
  const { team } = useSession();
  const text = shownCell(column, row, team.timezone);
  const type = inputOf(column);
  const problem = row.computed_errors?.[column.name];
  if (problem !== undefined) return <span title={problem}>{TABLES.problem(problem)}</span>;
  if (isLink(column)) return <Targets column={column} row={row} />;
  if (onWrite === undefined || type === undefined) return <>{text}</>;
  if (type === "checkbox")
    return (
      <input
        type="checkbox"
        aria-label={column.display_name}
        checked={valueOf(column, row) === true}
        onChange={(event) => onWrite(event.target.checked)}
      />
    );
  if (!isOpen)
    return (
      <button type="button" className="cell" autoFocus={takesFocus} onClick={() => setOpen(true)}>
        {text === "" ? <span className="aside">{TABLES.empty}</span> : text}
      </button>
    );
  return (
    <Opened
      type={type}
      label={column.display_name}
      text={shownValue(valueOf(column, row))}
      onEnd={(written, isByKey) => {
        setOpen(false);
        setTakesFocus(isByKey);
        if (written !== undefined) onWrite(writtenValue(column, written));
      }}
    />
  );
}

/** A file leads to its page; what is gone is told. */
function Targets({ column, row }: Omit<CellOf, "onWrite">) {
  return targetsOf(column, row).map(({ id, name, isGone }) => (
    <div key={id}>
      {isGone ? (
        TABLES.gone(name)
      ) : column.type === "file" ? (
        <Link to={pathOf("files", id)}>{name}</Link>
      ) : (
        name
      )}
    </div>
  ));
}

interface OpenedCell {
  type: string;
  label: string;
  text: string;
  /** With what was written; undefined where nothing is to be changed. */
  onEnd: (written: string | undefined, isByKey: boolean) => void;
}

function Opened({ type, label, text, onEnd }: OpenedCell) {
  const [written, setWritten] = useState(text);
  const end = (isByKey: boolean) => onEnd(written === text ? undefined : written, isByKey);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      // Else the key would press the cell, which has focus next.
      event.preventDefault();
      end(true);
    }
    if (event.key === "Escape") onEnd(undefined, true);
  };
  return (
    <input
      autoFocus
      aria-label={label}
      type={type}
      step="any"
      value={written}
      onChange={(event) => setWritten(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(false)}
    />
  );
}
