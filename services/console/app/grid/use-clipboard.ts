import type { ClipboardEvent } from "react";
import { shownCell } from "../data/cells.ts";
import type { Row } from "../data/tables.ts";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { readCell } from "./cell-text.ts";
import { clippingOf, pastedOf, type PastedBlock } from "./clipboard.ts";
import type { Range } from "./cursor.ts";
import { editsOf, isLoaded, storedValue } from "./edits.ts";
import type { GridOf } from "./grid-of.ts";
import { unreadable, type UnreadCell } from "./unread-cells.ts";
import { indexesOf } from "./window.ts";

interface ClipboardOf {
  of: GridOf;
  range: Range;
  /** Called with the cells that a paste cannot read. */
  onUnread: (cells: readonly UnreadCell[]) => void;
  onAnnounce: (text: string) => void;
}

/** Returns the handlers that copy the selected range, cut it, and paste over it (console.grid-copy, -paste). */
export function useClipboard({ of, range, onUnread, onAnnounce }: ClipboardOf) {
  const { team } = useSession();
  const context = { of, range, timeZone: team.timezone };
  const copy = (event: ClipboardEvent): boolean => {
    if (isInField(event)) return false;
    event.preventDefault();
    if (!isLoaded(of, range)) {
      onAnnounce(GRID.notLoaded);
      return false;
    }
    const { text, html } = clippingOf(copiedOf(context, team.id));
    event.clipboardData.setData("text/plain", text);
    event.clipboardData.setData("text/html", html);
    onAnnounce(GRID.copied(sizeOf(range)));
    return true;
  };
  return {
    onCopy: copy,
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) of.onWrite?.(editsOf(of, range, () => null));
    },
    onPaste: (event: ClipboardEvent) => {
      if (isInField(event) || of.onWrite === undefined) return;
      event.preventDefault();
      const clipping = {
        text: event.clipboardData.getData("text/plain"),
        html: event.clipboardData.getData("text/html"),
      };
      const pasted = pastedOf(clipping, team.id);
      if (pasted !== undefined) onAnnounce(paste({ ...context, onUnread }, pasted));
    },
  };
}

const isInField = ({ target }: ClipboardEvent): boolean =>
  target instanceof Element && target.closest("textarea, input, select") !== null;

const sizeOf = ({ top, left, bottom, right }: Range): number => (bottom - top + 1) * (right - left + 1);

interface CopyContext {
  of: GridOf;
  range: Range;
  timeZone: string;
}

function copiedOf({ of, range, timeZone }: CopyContext, team: string) {
  const columns = of.columns.slice(range.left, range.right + 1);
  const cells = indexesOf({ first: range.top, last: range.bottom }).map((index) => {
    const row = of.rowAt(index);
    if (index < 0) return columns.map(({ display_name: text }) => ({ text, value: text }));
    return columns.map((column) => {
      if (row === undefined) return { text: "", value: null };
      return { text: shownCell(column, row, timeZone, of.names), value: storedValue(column, row) };
    });
  });
  return { source: { team, types: columns.map(({ type }) => type) }, cells };
}

type PasteContext = CopyContext & Pick<ClipboardOf, "onUnread">;

/** Pastes a block, all of it or nothing; returns the sentence that says what happened. */
function paste({ of, range, timeZone, onUnread }: PasteContext, pasted: PastedBlock): string {
  const block = pasted.own?.values ?? pasted.texts;
  const [height, width] = [block.length, block[0]?.length ?? 0];
  const target = targetOf(range, height, width);
  const beyond = Math.max(0, target.right - of.columns.length + 1);
  const loaded = { ...of, rowAt: withNewRows(of) };
  const within = { ...target, right: target.right - beyond };
  if (!isLoaded(loaded, within)) return GRID.notLoaded;
  const unread: UnreadCell[] = [];
  const edits = editsOf(loaded, within, (rowIndex, columnIndex) => {
    const [down, across] = [rowIndex % height, columnIndex % width];
    const column = of.columns[target.left + columnIndex];
    if (pasted.own?.types[across] === column?.type) return pasted.own?.values[down]?.[across];
    const reading = column && readCell(column, pasted.texts[down]?.[across] ?? "", timeZone);
    const index = target.top + rowIndex;
    const row = loaded.rowAt(index);
    if (reading?.fault !== undefined && column !== undefined && row !== undefined)
      unread.push({ row, index, column, message: reading.fault.message });
    return reading?.value;
  });
  onUnread(unread);
  if (unread.length > 0) return unreadable(unread);
  of.onWrite?.(edits);
  return beyond > 0 ? `${GRID.pasted(edits.length)} ${GRID.cut(beyond)}` : GRID.pasted(edits.length);
}

/** Returns the rows of a grid by index, and as many new ones below as are asked for. */
function withNewRows({ rowCount, newRowCount, rowAt, blankRow }: GridOf) {
  const made = new Map<number, Row>();
  return (index: number): Row | undefined => {
    if (index < rowCount + newRowCount) return rowAt(index);
    const row = made.get(index) ?? blankRow();
    made.set(index, row);
    return row;
  };
}

/** Returns the cells that a block is pasted over: the range where the block divides it, else the block's size. */
function targetOf({ top: from, left, bottom, right }: Range, height: number, width: number): Range {
  const top = Math.max(0, from);
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  const divides = rows % height === 0 && columns % width === 0;
  return {
    top,
    left,
    bottom: top + (divides ? rows : height) - 1,
    right: left + (divides ? columns : width) - 1,
  };
}
