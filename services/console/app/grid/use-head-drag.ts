import { useEffect, useEffectEvent, useState, type PointerEvent, type RefObject } from "react";
import { followPointer } from "./follow-pointer.ts";
import { landed, slotAt, type HeadEdges } from "./head-slots.ts";

/** So far a pressed pointer moves before it drags the head. */
const THRESHOLD = 6;
/** A pointer so near to the edge of the grid scrolls it by one such step. */
const EDGE = 32;

/** A head that is dragged. */
export interface HeadDrag {
  from: number;
  /** The column lands before this index; undefined until the pointer has moved. */
  slot: number | undefined;
}

/** Returns the drag of a head, and what begins one: it moves the column (console.grid-columns). */
export function useHeadDrag(
  grid: RefObject<HTMLDivElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [begun, setBegun] = useState<{ from: number; x: number }>();
  const [drag, setDrag] = useState<HeadDrag>();
  const drop = useEffectEvent((from: number, slot: number | undefined): void => {
    if (slot !== undefined && landed(from, slot) !== from) onMove(from, landed(from, slot));
  });
  useEffect(() => {
    const element = grid.current;
    if (begun === undefined || element === null) return;
    const { from, x } = begun;
    let isDragged = false;
    const follow = (pointer: globalThis.PointerEvent): void => {
      if (!isDragged && Math.abs(pointer.clientX - x) < THRESHOLD) return;
      if (!isDragged) element.setPointerCapture(pointer.pointerId);
      isDragged = true;
      setDrag({ from, slot: slotAt(headsOf(element), pointer.clientX) });
    };
    return followPointer({
      onMove: follow,
      onWait: (pointer) => {
        if (!isDragged) return;
        scrollSideways(element, pointer.clientX);
        follow(pointer);
      },
      onEnd: (pointer) => {
        setBegun(undefined);
        setDrag(undefined);
        if (isDragged && pointer !== undefined) drop(from, slotAt(headsOf(element), pointer.clientX));
      },
    });
  }, [begun, grid]);
  const begin = (event: PointerEvent<HTMLElement>, from: number): void => {
    // A finger scrolls.
    if (event.button === 0 && event.pointerType !== "touch") setBegun({ from, x: event.clientX });
  };
  return { drag, begin };
}

/** Reads where the heads stand, in their order. */
function headsOf(grid: HTMLElement): HeadEdges[] {
  const heads = [...grid.querySelectorAll<HTMLElement>('[role="columnheader"][data-at]')];
  return heads.map((head) => {
    const { left, right } = head.getBoundingClientRect();
    const index = Number(head.dataset["at"]?.split(":")[1]);
    return { index, left, right, isFrozen: head.classList.contains("frozen") };
  });
}

function scrollSideways(grid: HTMLElement, x: number): void {
  const { left, right } = grid.getBoundingClientRect();
  if (x > right - EDGE) grid.scrollLeft += EDGE;
  if (x < left + EDGE) grid.scrollLeft -= EDGE;
}
