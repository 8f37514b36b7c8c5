import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import { PARTS } from "../words/parts.ts";

interface TurnsOf {
  /** Cursors of the pages up to the current one, for the way back. */
  pages: readonly string[];
  /** Where the next one begins. */
  next: string | null | undefined;
  onTurn: (pages: readonly string[]) => void;
  children?: ReactNode;
}

/** From page to page of a list: one page is held at a time, however long the list is. */
export function Turns({ pages, next, onTurn, children }: TurnsOf) {
  return (
    <div className="actions turns">
      {pages.length > 1 && <Button onPress={() => onTurn(pages.slice(0, -1))}>{PARTS.back}</Button>}
      {typeof next === "string" && <Button onPress={() => onTurn([...pages, next])}>{PARTS.next}</Button>}
      {children}
    </div>
  );
}
