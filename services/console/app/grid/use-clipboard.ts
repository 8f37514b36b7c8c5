import type { ClipboardEvent } from "react";
import { isUncreated, storedId } from "../data/new-rows.ts";
import { BATCH_MAX } from "../data/rows.ts";
import type { Row } from "../data/tables.ts";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { readCell } from "./cell-text.ts";
import { pastedOf, type PastedBlock } from "./clipboard.ts";
import type { Range } from "./cursor.ts";
import { editsOf, isLoaded } from "./edits.ts";
import type { GridOf } from "./grid-of.ts";
import type { TableGridOf } from "./table-grid-of.ts";
import { unreadable, type UnreadCell } from "./unread-cells.ts";
import { isInField, useCopy } from "./use-copy.ts";

interface ClipboardOf {
  of: TableGridOf;
  /** The grid as it shows the table. */
  shown: GridOf;
  range: Range;
  /** Called with the cells that a paste cannot read. */
  onUnread: (cells: readonly UnreadCell[]) => void;
  onAnnounce: (text: string) => void;
}

/** Returns the handlers that copy the selected range, cut it, and paste over it (console.grid-copy, -paste). */
export function useClipboard({ of, shown, range, onUnread, onAnnounce }: ClipboardOf) {
  const { team } = useSession();
  const copy = useCopy({ of: shown, range, onAnnounce });
  const context = { of, range, timeZone: team.timezone };
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

interface PasteContext extends Pick<ClipboardOf, "of" | "range" | "onUnread"> {
  timeZone: string;
}

/** Pastes a block, all of it or nothing; returns the sentence that says what happened. */
function paste({ of, range, timeZone, onUnread }: PasteContext, pasted: PastedBlock): string {
  const block = pasted.own?.values ?? pasted.texts;
  const [height, width] = [block.length, block[0]?.length ?? 0];
  const target = targetOf(range, height, width);
  if (height > BATCH_MAX && of.onPasteMany !== undefined) return pasteMany(of, target, pasted, height);
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

/** Hands more rows than one paste writes on, with the place where they go (console.paste-many). */
function pasteMany(of: TableGridOf, { top, left }: Range, pasted: PastedBlock, height: number): string {
  const there = Math.max(0, Math.min(height, of.rowCount + of.newRowCount - top));
  if (there > 0 && !isLoaded(of, { top, left, bottom: top + there - 1, right: left })) return GRID.notLoaded;
  const ids = Array.from({ length: height }, (_, at) => {
    const row = at < there ? of.rowAt(top + at) : undefined;
    return row === undefined || isUncreated(row) ? "" : storedId(row.id);
  });
  const under = (pasted.texts[0] ?? []).map((_, across) => of.columns[left + across]?.name);
  of.onPasteMany?.({ pasted, under, ids });
  return "";
}

/** Returns the rows of a grid by index, and as many new ones below as are asked for. */
function withNewRows({ rowCount, newRowCount, rowAt, blankRow }: TableGridOf) {
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
