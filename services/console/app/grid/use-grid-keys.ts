import { useState, type KeyboardEvent } from "react";
import { GRID } from "../words/grid.ts";
import type { Edit } from "../data/refused.ts";
import { moveOf, type Range } from "./cursor.ts";
import { editsOf, isLoaded } from "./edits.ts";
import { fillOf } from "./fill-range.ts";
import type { GridOf } from "./grid-of.ts";
import type { useCellEditor } from "./use-cell-editor.ts";
import type { useCursor } from "./use-cursor.ts";
import type { useHistory } from "./use-history.ts";
import type { Span } from "./window.ts";

interface GridKeysOf {
  of: GridOf;
  cursor: ReturnType<typeof useCursor>;
  editor: ReturnType<typeof useCellEditor>;
  history: ReturnType<typeof useHistory>;
  onAnnounce: (text: string) => void;
}

/** Returns the handler of the keys of a grid; an input method and an editor have their own (console.grid-keys). */
export function useGridKeys({ of, cursor, editor, history, onAnnounce }: GridKeysOf) {
  // Tab moves from cell to cell; after Escape it leaves the grid.
  const [isLeaving, setLeaving] = useState(false);
  const { at } = cursor.cursor;
  const write = writerOf({ of, cursor, onAnnounce });
  const fill = (direction: "down" | "right") => write(() => fillOf(of, cursor.range, direction), GRID.filled);
  const empty = () => write(() => editsOf(of, cursor.range, () => null));
  const leave = () => {
    of.choice?.clear();
    setLeaving(true);
  };
  const commands: Readonly<Record<string, () => void>> = {
    z: history.undo,
    "shift+z": history.redo,
    y: history.redo,
    d: () => fill("down"),
    r: () => fill("right"),
  };
  const plain: Readonly<Record<string, () => void>> = {
    Escape: leave,
    Enter: () => editor.edit(at),
    F2: () => editor.edit(at),
    Delete: empty,
    Backspace: empty,
    " ": editor.openOrToggle,
  };
  return (event: KeyboardEvent): void => {
    const { key, altKey, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing || editor.editing !== undefined) return;
    if (key === "Tab" && isLeaving) {
      setLeaving(false);
      return;
    }
    const command =
      isControl && !altKey ? commands[`${shiftKey ? "shift+" : ""}${key.toLowerCase()}`] : undefined;
    const act = command ?? (isControl || altKey || (shiftKey && key === " ") ? undefined : plain[key]);
    if (act !== undefined) act();
    else if (!isControl && !altKey && key !== " " && isCharacter(key)) editor.edit(at, key);
    else if (key === "F10" && altKey) of.choice?.toBar();
    else {
      const move = moveOf(event);
      if (move === undefined || !cursor.move(move)) return;
      if (move.to === "whole-row") of.choice?.toggleSpan(rowsOf(cursor.range));
      setLeaving(false);
    }
    event.preventDefault();
  };
}

const rowsOf = ({ top, bottom }: Range): Span => ({ first: Math.max(top, 0), last: bottom });

/** Returns the write of cells of the range, which announces how many it wrote. */
const writerOf =
  ({ of, cursor: { range }, onAnnounce }: Pick<GridKeysOf, "of" | "cursor" | "onAnnounce">) =>
  (edits: () => readonly Edit[], said?: (n: number) => string): void => {
    if (!isLoaded(of, range)) onAnnounce(GRID.notLoaded);
    else if (of.onWrite !== undefined) {
      const all = edits();
      of.onWrite(all);
      const text = said?.(all.length);
      if (text !== undefined) onAnnounce(text);
    }
  };

const isCharacter = (key: string): boolean => key.length === 1 || /^\P{ASCII}+$/u.test(key);
