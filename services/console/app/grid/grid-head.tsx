import { ChevronDown } from "lucide-react";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { GRID } from "../words/grid.ts";
import { cellClass, type Slot } from "./grid-cell.tsx";
import type { GridColumn } from "./grid-of.ts";
import { WIDTHS } from "./widths.ts";

/** Handlers of a head. */
export interface HeadDoes {
  onMenu: (index: number, head: HTMLElement) => void;
  onResize: (index: number, width: number) => void;
  /** Sets the width that shows all of the column. */
  onFit: (index: number) => void;
  /** Moves the column by a step to the left (-1) or right (1). */
  onStep: (index: number, step: -1 | 1) => void;
  /** Begins to drag the column. */
  onDrag: (event: PointerEvent<HTMLElement>, index: number) => void;
}

interface GridHeadOf extends HeadDoes {
  column: GridColumn;
  index: number;
  slot: Slot;
  /** As the API takes it: amount:desc,name:asc. */
  sort: string;
  isCursor: boolean;
  isOpen: boolean;
  /** How a drag shows: the head that is dragged, or the side on which it lands. */
  drag: "dragged" | "before" | "after" | undefined;
}

/**
 * Head of a column: a press, Enter or Space opens its menu. A drag or Alt and an arrow moves it; a drag of its edge, or
 * Alt, Shift and an arrow, sets its width.
 */
export function GridHead(head: GridHeadOf) {
  const { column, index, slot, isCursor, isOpen, drag, onMenu, onDrag } = head;
  const { title, hint } = column;
  const direction = directionOf(head);
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={direction}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      tabIndex={isCursor ? 0 : -1}
      data-at={`-1:${index}`}
      data-drag={drag}
      className={`${cellClass(column)} grid-head ${slot.className}`}
      style={slot.style}
      title={hint}
      onClick={({ currentTarget }) => onMenu(index, currentTarget)}
      onPointerDown={(event) => onDrag(event, index)}
      onKeyDown={(event) => onKey(event, head)}
    >
      <span className="grid-text">{title}</span>
      {direction !== "none" && <span aria-hidden="true">{direction === "ascending" ? "↑" : "↓"}</span>}
      <ChevronDown className="caret" size={14} aria-hidden />
      <Resizer {...head} />
    </div>
  );
}

/** Returns the order of the rows by the column, if they are in that order before any other. */
function directionOf({ column: { name }, sort }: GridHeadOf) {
  const [first = ""] = sort.split(",");
  return first === `${name}:asc` ? "ascending" : first === `${name}:desc` ? "descending" : "none";
}

function onKey(event: KeyboardEvent<HTMLElement>, head: GridHeadOf): void {
  const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event;
  const { index, slot, onMenu, onStep, onResize } = head;
  const step = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : undefined;
  if (step !== undefined && altKey) {
    if (shiftKey) onResize(index, slot.style.width + step * WIDTHS.step);
    else onStep(index, step);
  } else if ((key === "Enter" || key === " ") && !(altKey || shiftKey || ctrlKey || metaKey))
    onMenu(index, currentTarget);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function Resizer({ column, index, slot, onResize, onFit }: GridHeadOf) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const { currentTarget: edge, clientX: from, pointerId } = event;
    edge.setPointerCapture(pointerId);
    const drag = ({ clientX }: globalThis.PointerEvent) => onResize(index, slot.style.width + clientX - from);
    edge.addEventListener("pointermove", drag);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", drag), {
      once: true,
    });
  };
  const fit = (event: MouseEvent) => {
    event.stopPropagation();
    onFit(index);
  };
  return (
    <span
      className="resizer"
      aria-hidden="true"
      title={GRID.resize(column.title)}
      onPointerDown={begin}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={fit}
    />
  );
}
