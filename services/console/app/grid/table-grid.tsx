import { useImperativeHandle, useRef, useState } from "react";
import { cellKey } from "../data/refused.ts";
import { editorOf } from "../data/writing-kinds.ts";
import { useSession } from "../session/session.ts";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import { Editor } from "./editor.tsx";
import type { CellWriting, GridOf } from "./grid-of.ts";
import { Grid } from "./grid.tsx";
import type { TableGridOf } from "./table-grid-of.ts";
import { gridColumn, gridRow } from "./table-row.tsx";
import { useUnreadCells } from "./unread-cells.ts";
import { useCellEditor } from "./use-cell-editor.ts";
import { useClipboard } from "./use-clipboard.ts";
import { useFillHandle } from "./use-fill-handle.ts";
import { useGrid } from "./use-grid.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useHistory } from "./use-history.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { writeKeys } from "./write-keys.ts";

/** The rows of a table as a spreadsheet (console.grid). */
export function TableGrid(given: TableGridOf) {
  const grid = useRef<HTMLDivElement>(null);
  const [announced, onAnnounce] = useState("");
  const { of, mark: onUnread, isUnread } = useUnreadCells(given, () => onAnnounce(""));
  const shown = useShown(of);
  const at = useGrid(shown, grid, onAnnounce);
  const { cursor } = at;
  const editor = useCellEditor({ of, cursor, onAnnounce });
  const history = useHistory({ of, onAnnounce });
  useImperativeHandle(of.history, () => history);
  const acts = writeKeys({ of, cursor, editor, history, onAnnounce });
  const onKeyDown = useGridKeys({ of: shown, cursor, acts });
  const clipboard = useClipboard({ of, shown, range: cursor.range, onUnread, onAnnounce });
  const onFill = useFillHandle({ of, grid, cursor, onAnnounce });
  const { row } = cursor.cursor.at;
  useRowFocus({ of, grid, index: row, isEditing: editor.editing !== undefined });
  const onDoubleClick = () => editor.edit(cursor.cursor.at);
  return (
    <Grid
      {...{ of: shown, grid, at, announced }}
      handlers={{ onKeyDown, onDoubleClick, ...clipboard }}
      writing={{ ...writingOf(of, editor), isUnread: isUnreadIn(of, isUnread), onFill }}
    />
  );
}

/** Returns the grid as it shows the table. */
function useShown(of: TableGridOf): GridOf {
  const { timezone } = useSession().team;
  return {
    ...of,
    label: TABLES.grid,
    help: GRID.help,
    columns: of.columns.map(gridColumn),
    rowAt: (index) => {
      const row = of.rowAt(index);
      return row && gridRow(of, row, timezone);
    },
    onOpen: (index) => {
      const row = of.rowAt(index);
      if (row !== undefined) of.onOpen(row.id);
    },
  };
}

const isUnreadIn =
  ({ columns }: TableGridOf, isUnread: (cell: string) => boolean): CellWriting["isUnread"] =>
  (row, at) => {
    const column = columns[at];
    return column !== undefined && isUnread(cellKey({ row, column: column.name }));
  };

function writingOf(
  { columns, names, onWrite }: TableGridOf,
  { editing, edit, end }: ReturnType<typeof useCellEditor>,
): Pick<CellWriting, "mayWrite" | "editorIn" | "onToggle"> {
  return {
    mayWrite: (at) => {
      const column = columns[at];
      return onWrite !== undefined && column !== undefined && editorOf(column) !== undefined;
    },
    editorIn: (row, at) =>
      editing?.row.id === row.id && editing.column.id === columns[at]?.id ? (
        <Editor {...editing} names={names} onEnd={(...ended) => end(editing, ...ended)} />
      ) : undefined,
    onToggle: (place) => edit(place, " "),
  };
}
