import { useState, type KeyboardEvent } from "react";
import { moveOf, type Range } from "./cursor.ts";
import type { GridOf } from "./grid-of.ts";
import type { useCursor } from "./use-cursor.ts";
import type { Span } from "./window.ts";

/** Acts of keys in a grid besides moves of the cursor. */
export interface KeyActs {
  /** With Ctrl or Cmd, by the key in lower case, after "shift+" if Shift is pressed too. */
  commands?: Readonly<Record<string, () => void>>;
  plain: Readonly<Record<string, () => void>>;
  /** Called with a typed character. */
  onCharacter?: (character: string) => void;
  /** Whether an editor is open, which has the keys. */
  isEditing?: boolean;
}

interface GridKeysOf {
  of: GridOf;
  cursor: ReturnType<typeof useCursor>;
  acts: KeyActs;
}

/** Returns the handler of the keys of a grid; an input method and an editor have their own (console.grid-keys). */
export function useGridKeys({ of, cursor, acts }: GridKeysOf) {
  // Tab moves from cell to cell; after Escape it leaves the grid.
  const [isLeaving, setLeaving] = useState(false);
  const { commands = {}, onCharacter, isEditing = false } = acts;
  const leave = () => {
    of.choice?.clear();
    setLeaving(true);
  };
  const plain: KeyActs["plain"] = { ...acts.plain, Escape: leave };
  return (event: KeyboardEvent): void => {
    const { key, altKey, shiftKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing || isEditing) return;
    if (key === "Tab" && isLeaving) {
      setLeaving(false);
      cursor.leave();
      return;
    }
    const command =
      isControl && !altKey ? commands[`${shiftKey ? "shift+" : ""}${key.toLowerCase()}`] : undefined;
    const act = command ?? (isControl || altKey || (shiftKey && key === " ") ? undefined : plain[key]);
    if (act !== undefined) act();
    else if (onCharacter !== undefined && !isControl && !altKey && key !== " " && isCharacter(key))
      onCharacter(key);
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

const isCharacter = (key: string): boolean => key.length === 1 || /^\P{ASCII}+$/u.test(key);
