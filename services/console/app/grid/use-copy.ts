import type { ClipboardEvent } from "react";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { clippingOf, type CopiedBlock } from "./clipboard.ts";
import type { Range } from "./cursor.ts";
import { isLoaded } from "./edits.ts";
import type { GridColumn, GridOf, GridRow } from "./grid-of.ts";
import { indexesOf } from "./window.ts";

interface CopyOf {
  of: GridOf;
  range: Range;
  onAnnounce: (text: string) => void;
}

/** Returns the handler that copies the selected range, and returns whether it did (console.grid-copy). */
export function useCopy({ of, range, onAnnounce }: CopyOf) {
  const { team } = useSession();
  return (event: ClipboardEvent): boolean => {
    if (isInField(event)) return false;
    event.preventDefault();
    if (!isLoaded(of, range)) {
      onAnnounce(GRID.notLoaded);
      return false;
    }
    const { text, html } = clippingOf({
      source: { team: team.id, types: inRange(of, range).map(({ type }) => type) },
      cells: cellsIn(of, range),
    });
    event.clipboardData.setData("text/plain", text);
    event.clipboardData.setData("text/html", html);
    onAnnounce(GRID.copied(sizeOf(range)));
    return true;
  };
}

/** Reports whether a person copies or pastes in a field. */
export const isInField = ({ target }: { target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest("textarea, input, select") !== null;

const sizeOf = ({ top, left, bottom, right }: Range): number => (bottom - top + 1) * (right - left + 1);

const inRange = ({ columns }: GridOf, { left, right }: Range): readonly GridColumn[] =>
  columns.slice(left, right + 1);

function cellsIn(of: GridOf, range: Range): CopiedBlock["cells"] {
  return indexesOf({ first: range.top, last: range.bottom }).map((index) =>
    index < 0
      ? inRange(of, range).map(({ title }) => ({ text: title, value: title }))
      : cellsOf(of.rowAt(index), range),
  );
}

const cellsOf = (row: GridRow | undefined, { left, right }: Range): CopiedBlock["cells"][number] =>
  indexesOf({ first: left, last: right }).map((column) =>
    row === undefined ? { text: "", value: null } : { text: row.text(column), value: row.value(column) },
  );
