import type { PointerEvent, ReactNode } from "react";
import type { Column, Row } from "../data/tables.ts";
import { editorOf } from "../data/writing-kinds.ts";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import type { Place, Range } from "./cursor.ts";
import { ChooseAll, ChooseRow } from "./choose.tsx";
import { Editor, type EditorOf } from "./editor.tsx";
import { GridCell } from "./grid-cell.tsx";
import { GridHead } from "./grid-head.tsx";
import type { GridOf } from "./grid-of.ts";
import { indexesOf, type Span } from "./window.ts";

/** The width of the column of row numbers, and of the boxes before them. */
const GUTTER = 56;

/** Returns the width of the gutter: the numbers of the rows, and their boxes as wide as a row is high. */
export const gutterOf = ({ of, rowHeight }: Pick<Shown, "of" | "rowHeight">): number =>
  of.choice === undefined ? GUTTER : GUTTER + rowHeight;

/** The cell that is edited, over the row as it was when the editor opened. */
export interface Editing {
  row: Row;
  column: Column;
  typed: string | undefined;
}

/** Properties that the rows of a grid share. */
export interface Shown {
  of: GridOf;
  rowHeight: number;
  widths: readonly number[];
  /** The drawn columns after the first one. */
  drawn: Span;
  cursor: Place;
  range: Range;
  editing: Editing | undefined;
  onEnd: (editing: Editing, ...ended: Parameters<EditorOf["onEnd"]>) => void;
  onEdit: (place: Place, typed?: string) => void;
  /** Chooses a row or not. */
  onChoose: (index: number, isExtended: boolean) => void;
  /** Chooses all rows or none. */
  onChooseAll: () => void;
  isUnread: (row: Row, column: Column) => boolean;
  /** Undefined where this person may not write. */
  onFill: ((event: PointerEvent<HTMLElement>) => void) | undefined;
}

/** Returns the indexes of the drawn columns, and the width of those left out before them. */
function drawnColumns({ widths, drawn, of }: Pick<Shown, "widths" | "drawn" | "of">) {
  const rest = indexesOf(drawn).map((index) => index + 1);
  const before = widths.slice(1, drawn.first + 1).reduce((sum, width) => sum + width, 0);
  return { all: of.columns.length === 0 ? [] : [0, ...rest], before };
}

export function HeadRow(shown: Shown & { onResize: (name: string, width: number) => void }) {
  const { of, widths, cursor, onResize } = shown;
  const { all, before } = drawnColumns(shown);
  const gutter = gutterOf(shown);
  return (
    <div role="rowgroup" className="grid-heads" style={{ width: wholeWidth(shown) }}>
      <div role="row" aria-rowindex={1} className="grid-row">
        <div role="columnheader" aria-colindex={1} className="grid-cell gutter" style={{ width: gutter }}>
          {of.choice !== undefined && <ChooseAll choice={of.choice} onToggle={shown.onChooseAll} />}
          <span className="unseen">{TABLES.row}</span>
        </div>
        {all.map((index) => {
          const column = of.columns[index];
          if (column === undefined) return null;
          const head = (
            <GridHead
              key={column.id}
              column={column}
              columnIndex={index}
              width={widths[index] ?? 0}
              sort={of.sort}
              isCursor={cursor.row === -1 && cursor.column === index}
              onSort={of.onSort}
              onResize={(width) => onResize(column.name, width)}
            />
          );
          return index === 0 ? [head, <span key="gap" style={{ width: before, flexShrink: 0 }} />] : head;
        })}
      </div>
    </div>
  );
}

/** Returns the width of a row with its number. */
export const wholeWidth = (shown: Pick<Shown, "of" | "rowHeight" | "widths">): number =>
  gutterOf(shown) + shown.widths.reduce((sum, width) => sum + width, 0);

export function GridRow({ index, ...shown }: Shown & { index: number }) {
  const { of, widths, cursor, range, editing, onEnd, onEdit, onFill } = shown;
  const row = of.rowAt(index);
  const { all, before } = drawnColumns(shown);
  const isChosen = row && of.choice?.isChosen(row);
  return (
    <div role="row" aria-rowindex={index + 2} aria-selected={isChosen} className="grid-row">
      <Gutter
        index={index}
        width={gutterOf(shown)}
        isNew={index >= of.rowCount}
        isWaiting={row !== undefined && of.hasProposal(row)}
        onOpen={row === undefined ? undefined : () => of.onOpen(row.id)}
      >
        {isChosen !== undefined && (
          <ChooseRow {...{ index, isChosen }} onToggle={(isExtended) => shown.onChoose(index, isExtended)} />
        )}
      </Gutter>
      {row !== undefined &&
        all.map((at) => {
          const column = of.columns[at];
          if (column === undefined) return null;
          const isEdited = editing?.row.id === row.id && editing.column.id === column.id;
          const isInRange =
            index >= range.top && index <= range.bottom && at >= range.left && at <= range.right;
          const mayWrite = of.onWrite !== undefined && editorOf(column) !== undefined;
          const cell = (
            <GridCell
              key={column.id}
              {...{ column, row, names: of.names, rowIndex: index, columnIndex: at }}
              width={widths[at] ?? 0}
              isCursor={cursor.row === index && cursor.column === at}
              isSelected={isInRange}
              isReadOnly={!mayWrite}
              onFill={index === range.bottom && at === range.right ? onFill : undefined}
              state={of.stateOf(row, column.name)}
              isUnread={shown.isUnread(row, column)}
              onToggle={mayWrite ? () => onEdit({ row: index, column: at }, " ") : undefined}
              editor={
                isEdited ? (
                  <Editor {...editing} names={of.names} onEnd={(...ended) => onEnd(editing, ...ended)} />
                ) : undefined
              }
            />
          );
          return at === 0 ? [cell, <span key="gap" style={{ width: before, flexShrink: 0 }} />] : cell;
        })}
    </div>
  );
}

interface GutterOf {
  index: number;
  width: number;
  isNew: boolean;
  /** Whether a proposal for the row waits. */
  isWaiting: boolean;
  onOpen: (() => void) | undefined;
  /** The box that chooses the row. */
  children: ReactNode;
}

/** The number of a row; a button over it opens the row. A row that is not created has a plus sign. */
function Gutter({ index, width, isNew, isWaiting, onOpen, children }: GutterOf) {
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      className="grid-cell gutter"
      style={{ width }}
      title={isWaiting ? GRID.waits : undefined}
      data-state={isWaiting ? "waiting" : undefined}
    >
      {children}
      <span className="grid-number">
        <span aria-hidden="true">{isNew ? "+" : index + 1}</span>
        {isNew && <span className="unseen">{GRID.newRow}</span>}
        {isWaiting && <span className="unseen">{GRID.waits}</span>}
        {!isNew && onOpen !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className="grid-open"
            aria-label={TABLES.openRow(index + 1)}
            onClick={onOpen}
          >
            ⤢
          </button>
        )}
      </span>
    </div>
  );
}
