import { useState, type RefObject } from "react";
import { HEADS } from "../words/heads.ts";
import { fittingWidth } from "./fitting.ts";
import type { GridOf } from "./grid-of.ts";
import type { useCursor } from "./use-cursor.ts";
import { useHeadDrag } from "./use-head-drag.ts";
import { isNarrow } from "./window.ts";

interface GridHeadsOf {
  of: GridOf;
  grid: RefObject<HTMLDivElement | null>;
  cursor: ReturnType<typeof useCursor>;
  resize: (name: string, width: number) => void;
  onAnnounce: (text: string) => void;
  /** Width of the grid. */
  width: number;
}

/** Returns what the heads of a grid do, the head whose menu is open, and the drag of one (console.grid-heads). */
export function useGridHeads({ of, grid, cursor, resize, onAnnounce, width }: GridHeadsOf) {
  const [opened, setOpened] = useState<{ index: number; head: HTMLElement }>();
  const { columns, onMoveColumn } = of;
  const move = (from: number, to: number): void => {
    const title = columns[from]?.title;
    if (title === undefined || to < 0 || to >= columns.length) return;
    onMoveColumn(from, to);
    cursor.goTo({ row: -1, column: to });
    onAnnounce(HEADS.moved(title, to + 1, columns.length));
  };
  const { drag, begin } = useHeadDrag(grid, move);
  const onResize = (index: number, width: number): void => {
    const name = columns[index]?.name;
    if (name !== undefined) resize(name, width);
  };
  const menu = opened && {
    title: columns[opened.index]?.title ?? "",
    head: opened.head,
    sections: of.menuOf(opened.index, isNarrow(width)),
    onClose: (): void => {
      // The head gets the focus back, or the one in its place.
      cursor.stand({ row: -1, column: opened.index });
      setOpened(undefined);
    },
  };
  const heads = {
    opened: opened?.index,
    drag,
    onMenu: (index: number, head: HTMLElement) => setOpened({ index, head }),
    onResize,
    onFit: (index: number) => grid.current !== null && onResize(index, fittingWidth(grid.current, index)),
    onStep: (index: number, step: -1 | 1) => move(index, index + step),
    onDrag: begin,
  };
  return { menu, heads };
}
