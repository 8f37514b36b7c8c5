import type { KeyboardEvent, PointerEvent } from "react";
import type { Column } from "../data/tables.ts";
import { cellClass } from "./grid-cell.tsx";
import { GRID } from "../words/grid.ts";
import { TABLES } from "../words/tables.ts";
import { WIDTHS } from "./widths.ts";

interface GridHeadOf {
  column: Column;
  columnIndex: number;
  width: number;
  /** As the API takes it: amount:desc. */
  sort: string;
  isCursor: boolean;
  onSort: (sort: string) => void;
  onResize: (width: number) => void;
}

/** Head of a column: a press or Enter sorts by it; a drag of its edge, or Alt+Shift+arrows, sets its width. */
export function GridHead({ column, columnIndex, width, sort, isCursor, onSort, onResize }: GridHeadOf) {
  const { name, display_name: title, formula } = column;
  const direction = sort === `${name}:asc` ? "ascending" : sort === `${name}:desc` ? "descending" : "none";
  const turn = () => onSort(direction === "ascending" ? `${name}:desc` : `${name}:asc`);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -WIDTHS.step : event.key === "ArrowRight" ? WIDTHS.step : 0;
    if (event.key === "Enter" || event.key === " ") turn();
    else if (event.altKey && event.shiftKey && by !== 0) onResize(width + by);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="columnheader"
      aria-colindex={columnIndex + 2}
      aria-sort={direction}
      tabIndex={isCursor ? 0 : -1}
      data-at={`-1:${columnIndex}`}
      className={`${cellClass(column)} grid-head`}
      style={{ width }}
      title={typeof formula === "string" ? TABLES.computed(formula) : undefined}
      onClick={turn}
      onKeyDown={onKeyDown}
    >
      <span className="grid-text">{title}</span>
      {direction !== "none" && <span aria-hidden="true">{direction === "ascending" ? "↑" : "↓"}</span>}
      <Resizer title={title} width={width} onResize={onResize} />
    </div>
  );
}

function Resizer({ title, width, onResize }: { title: string } & Pick<GridHeadOf, "width" | "onResize">) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const { currentTarget: edge, clientX: from, pointerId } = event;
    edge.setPointerCapture(pointerId);
    const drag = ({ clientX }: globalThis.PointerEvent) => onResize(width + clientX - from);
    edge.addEventListener("pointermove", drag);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", drag), {
      once: true,
    });
  };
  return (
    <span
      className="resizer"
      aria-hidden="true"
      title={GRID.resize(title)}
      onPointerDown={begin}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
