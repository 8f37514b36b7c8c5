import { useId, type HTMLAttributes, type RefObject } from "react";
import { CHOICE } from "../words/choice.ts";
import { GRID } from "../words/grid.ts";
import type { Place } from "./cursor.ts";
import type { CellWriting, GridOf } from "./grid-of.ts";
import { GridRowLine, HeadRow, wholeWidth } from "./grid-rows.tsx";
import { HeadMenu } from "./head-menu.tsx";
import { useDataMark } from "./marks.ts";
import type { useGrid } from "./use-grid.ts";
import { heightOf, indexesOf, type Span } from "./window.ts";

interface GridShown {
  of: GridOf;
  grid: RefObject<HTMLDivElement | null>;
  at: ReturnType<typeof useGrid>;
  /** The last message. */
  announced: string;
  /** Handlers of keys and clipboard. */
  handlers: Pick<
    HTMLAttributes<HTMLDivElement>,
    "onKeyDown" | "onCopy" | "onCut" | "onPaste" | "onDoubleClick"
  >;
  /** Undefined where cells are not written. */
  writing?: CellWriting | undefined;
}

/** Rows of a list as a spreadsheet (console.grid, console.lists). */
export function Grid({ of, grid, at, announced, handlers, writing }: GridShown) {
  const helpId = useId();
  const { cursor, scroll, rows, heads, menu } = at;
  const shown = { ...at.shown, writing };
  const rowCount = of.rowCount + of.newRowCount;
  useDataMark(of.rowAt(rows.first) !== undefined);
  return (
    <>
      <p id={helpId} className="unseen">
        {of.help} {of.choice !== undefined && CHOICE.help}
      </p>
      <div className="grid-says">
        <p>{GRID.rows(of.rowCount)}</p>
        <p role="status">{announced}</p>
      </div>
      <div
        ref={grid}
        role="grid"
        className={`grid ${of.rowHeight}`}
        aria-label={of.label}
        aria-describedby={helpId}
        aria-multiselectable
        aria-rowcount={rowCount + 1}
        aria-colcount={of.columns.length + 1}
        tabIndex={isDrawn(shown.cursor, rows) ? -1 : 0}
        onFocus={cursor.onFocus}
        onBlur={cursor.onBlur}
        {...cursor.pointer}
        {...handlers}
      >
        <HeadRow {...shown} {...heads} />
        <div
          role="rowgroup"
          className="grid-body"
          style={{ height: heightOf(scroll), width: wholeWidth(shown) }}
        >
          <div style={{ transform: `translateY(${rows.offset}px)` }}>
            {indexesOf({ ...rows, last: Math.min(rows.last, rowCount - 1) }).map((index) => (
              <GridRowLine key={of.rowAt(index)?.id ?? index} index={index} {...shown} />
            ))}
          </div>
        </div>
      </div>
      {menu !== undefined && <HeadMenu {...menu} />}
    </>
  );
}

const isDrawn = ({ row }: Place, { first, last }: Span): boolean => row < 0 || (row >= first && row <= last);
