import type { Edit } from "../data/refused.ts";
import { GRID } from "../words/grid.ts";
import { editsOf, isLoaded } from "./edits.ts";
import { fillOf } from "./fill-range.ts";
import type { TableGridOf } from "./table-grid-of.ts";
import type { useCellEditor } from "./use-cell-editor.ts";
import type { useCursor } from "./use-cursor.ts";
import type { KeyActs } from "./use-grid-keys.ts";
import type { useHistory } from "./use-history.ts";

interface WriteKeysOf {
  of: TableGridOf;
  cursor: ReturnType<typeof useCursor>;
  editor: ReturnType<typeof useCellEditor>;
  history: ReturnType<typeof useHistory>;
  onAnnounce: (text: string) => void;
}

/** Returns what keys write in the grid of a table (console.grid-keys). */
export function writeKeys({ of, cursor, editor, history, onAnnounce }: WriteKeysOf): KeyActs {
  const { at } = cursor.cursor;
  const write = writerOf({ of, cursor, onAnnounce });
  const fill = (direction: "down" | "right") => write(() => fillOf(of, cursor.range, direction), GRID.filled);
  const empty = () => write(() => editsOf(of, cursor.range, () => null));
  const edit = () => editor.edit(at);
  return {
    commands: {
      z: history.undo,
      "shift+z": history.redo,
      y: history.redo,
      d: () => fill("down"),
      r: () => fill("right"),
    },
    plain: { Enter: edit, F2: edit, Delete: empty, Backspace: empty, " ": editor.openOrToggle },
    onCharacter: (character) => editor.edit(at, character),
    isEditing: editor.editing !== undefined,
  };
}

/** Returns the write of cells of the range, which announces how many it wrote. */
const writerOf =
  ({ of, cursor: { range }, onAnnounce }: Pick<WriteKeysOf, "of" | "cursor" | "onAnnounce">) =>
  (edits: () => readonly Edit[], said?: (n: number) => string): void => {
    if (!isLoaded(of, range)) onAnnounce(GRID.notLoaded);
    else if (of.onWrite !== undefined) {
      const all = edits();
      of.onWrite(all);
      const text = said?.(all.length);
      if (text !== undefined) onAnnounce(text);
    }
  };
