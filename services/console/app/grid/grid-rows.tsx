import { Maximize2 } from "lucide-react";
import type { ReactNode } from "react";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import type { Place, Range } from "./cursor.ts";
import { ChooseAll, ChooseRow } from "./choose.tsx";
import { GridCell, type Slot } from "./grid-cell.tsx";
import { GridHead, type HeadDoes } from "./grid-head.tsx";
import type { CellWriting, GridColumn, GridOf, GridRow } from "./grid-of.ts";
import type { HeadDrag } from "./use-head-drag.ts";
import { indexesOf, type Span } from "./window.ts";

/** The width of the column of row numbers, and of the boxes before them. */
const GUTTER = 56;

/** Returns the width of the gutter: the numbers of the rows, and their boxes as wide as a control. */
export const gutterOf = ({ of, control }: Pick<Shown, "of" | "control">): number =>
  of.choice === undefined ? GUTTER : GUTTER + control;

/** Properties that the rows of a grid share. */
export interface Shown {
  of: GridOf;
  /** Height of a control, which the head has. */
  control: number;
  rowHeight: number;
  widths: readonly number[];
  /** How many of the first columns stay in view. */
  frozen: number;
  /** The drawn columns after the first ones, which are always drawn. */
  drawn: Span;
  cursor: Place;
  range: Range;
  /** Chooses a row or not. */
  onChoose: (index: number, isExtended: boolean) => void;
  /** Chooses all rows or none. */
  onChooseAll: () => void;
  /** Undefined where cells are not written. */
  writing: CellWriting | undefined;
}

/** Returns how many of the first columns are always drawn: those that stay in view, and the first one. */
export const alwaysDrawn = (frozen: number): number => Math.max(frozen, 1);

/** Returns the indexes of the drawn columns, and the width of those left out after the first ones. */
function drawnColumns({ widths, drawn, frozen, of }: Pick<Shown, "widths" | "drawn" | "frozen" | "of">) {
  const always = alwaysDrawn(frozen);
  const first = indexesOf({ first: 0, last: Math.min(always, of.columns.length) - 1 });
  const rest = indexesOf({ first: drawn.first + always, last: drawn.last + always });
  const gap = widths.slice(always, always + drawn.first).reduce((sum, width) => sum + width, 0);
  return { first, rest, gap: <span className="grid-gap" style={{ width: gap }} /> };
}

/** Returns where a column stands. */
function slotOf(shown: Pick<Shown, "of" | "control" | "widths" | "frozen">, index: number): Slot {
  const { widths, frozen } = shown;
  const width = widths[index] ?? 0;
  if (index >= frozen) return { className: "", style: { width } };
  const left = widths.slice(0, index).reduce((sum, one) => sum + one, gutterOf(shown));
  return { className: index === frozen - 1 ? "frozen last" : "frozen", style: { width, left } };
}

interface HeadRowOf extends Shown, HeadDoes {
  /** The index of the head whose menu is open. */
  opened: number | undefined;
  drag: HeadDrag | undefined;
}

export function HeadRow(shown: HeadRowOf) {
  const { of, cursor, opened, drag, onMenu, onResize, onFit, onStep, onDrag } = shown;
  const { first, rest, gap } = drawnColumns(shown);
  const headAt = (index: number) => {
    const column = of.columns[index];
    if (column === undefined) return null;
    return (
      <GridHead
        key={column.id}
        {...{ column, index, onMenu, onResize, onFit, onStep, onDrag }}
        slot={slotOf(shown, index)}
        sort={of.sort}
        isCursor={cursor.row === -1 && cursor.column === index}
        isOpen={opened === index}
        drag={dragAt(index, of.columns.length, drag)}
      />
    );
  };
  return (
    <div role="rowgroup" className="grid-heads" style={{ width: wholeWidth(shown) }}>
      <div role="row" aria-rowindex={1} className="grid-row">
        <div
          role="columnheader"
          aria-colindex={1}
          className="grid-cell gutter"
          style={{ width: gutterOf(shown) }}
        >
          {of.choice !== undefined && <ChooseAll choice={of.choice} onToggle={shown.onChooseAll} />}
          <span className="unseen">{TABLES.row}</span>
        </div>
        {first.map(headAt)}
        {gap}
        {rest.map(headAt)}
      </div>
    </div>
  );
}

/** Returns how a drag shows at a head: the last one also shows a landing after it. */
function dragAt(index: number, count: number, drag: HeadDrag | undefined) {
  if (drag === undefined) return undefined;
  if (drag.slot === index) return "before";
  if (drag.slot === count && index === count - 1) return "after";
  return drag.from === index ? "dragged" : undefined;
}

/** Returns the width of a row with its number. */
export const wholeWidth = (shown: Pick<Shown, "of" | "control" | "widths">): number =>
  gutterOf(shown) + shown.widths.reduce((sum, width) => sum + width, 0);

/** A row of a grid, with its number. */
export function GridRowLine({ index, ...shown }: Shown & { index: number }) {
  const { of, rowHeight } = shown;
  const row = of.rowAt(index);
  const { first, rest, gap } = drawnColumns(shown);
  const isChosen = row && of.choice?.isChosen(index);
  const cellAt = (at: number) => {
    const column = of.columns[at];
    if (row === undefined || column === undefined) return null;
    return <RowCell key={column.id} {...shown} {...{ row, column, index, at }} />;
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className="grid-row"
      style={{ height: rowHeight }}
    >
      <Gutter
        index={index}
        width={gutterOf(shown)}
        isNew={index >= of.rowCount}
        mark={row?.mark}
        onOpen={row === undefined ? undefined : () => of.onOpen(index)}
      >
        {isChosen !== undefined && (
          <ChooseRow {...{ index, isChosen }} onToggle={(isExtended) => shown.onChoose(index, isExtended)} />
        )}
      </Gutter>
      {first.map(cellAt)}
      {gap}
      {rest.map(cellAt)}
    </div>
  );
}

interface RowCellOf extends Shown {
  row: GridRow;
  column: GridColumn;
  index: number;
  /** Index of the column. */
  at: number;
}

/** A cell of a row, with its editor while it is edited. */
function RowCell({ row, column, index, at, ...shown }: RowCellOf) {
  const { cursor, range, writing } = shown;
  const isInRange = index >= range.top && index <= range.bottom && at >= range.left && at <= range.right;
  const mayWrite = writing?.mayWrite(at) === true;
  return (
    <GridCell
      {...{ column, row, rowIndex: index, columnIndex: at }}
      slot={slotOf(shown, at)}
      isCursor={cursor.row === index && cursor.column === at}
      isSelected={isInRange}
      isReadOnly={!mayWrite}
      onFill={index === range.bottom && at === range.right ? writing?.onFill : undefined}
      isUnread={writing?.isUnread(row, at) === true}
      onToggle={mayWrite ? () => writing.onToggle({ row: index, column: at }) : undefined}
      editor={writing?.editorIn(row, at)}
    />
  );
}

interface GutterOf {
  index: number;
  width: number;
  isNew: boolean;
  mark: GridRow["mark"];
  onOpen: (() => void) | undefined;
  /** The box that chooses the row. */
  children: ReactNode;
}

const MARKS = { waiting: GRID.waits, moving: GRID.moves } as const;

/** The number of a row; a button over it opens the row. A row that is not created has a plus sign. */
function Gutter({ index, width, isNew, mark, onOpen, children }: GutterOf) {
  const title = mark && MARKS[mark];
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      className="grid-cell gutter"
      style={{ width }}
      title={title}
      data-state={mark}
    >
      {children}
      <span className="grid-number">
        <span aria-hidden="true">{isNew ? "+" : index + 1}</span>
        {isNew && <span className="unseen">{GRID.newRow}</span>}
        {title !== undefined && <span className="unseen">{title}</span>}
        {!isNew && onOpen !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className="grid-open"
            aria-label={TABLES.openRow(index + 1)}
            onClick={onOpen}
          >
            <Maximize2 size={14} aria-hidden />
          </button>
        )}
      </span>
    </div>
  );
}
