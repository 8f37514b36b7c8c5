import { useState } from "react";
import type { HeadSection } from "../../grid/head-menu.tsx";
import { mayDo, useSession } from "../../session/session.ts";
import type { Column } from "../tables.ts";
import type { Looking } from "../views/use-look.ts";
import { actText, menuActs, type HeadActId } from "./menu-acts.ts";
import { sectionsOf } from "./sections.ts";

/** Act of the menu of a head that asks more. */
export type HeadQuestion = "filter" | "edit" | "left" | "right" | "remove";

/** A question of the menu of a head. */
export interface AskedAtHead {
  what: HeadQuestion;
  column: Column;
  head: HTMLElement;
  /** Counts the questions. */
  turn: number;
}

/** Returns the menus of the heads of shown columns, and what one of them asks (console.grid-heads). */
export function useHeadMenu(columns: readonly Column[], { look, change }: Looking) {
  const session = useSession();
  const [asked, setAsked] = useState<AskedAtHead>();
  const close = (): void => setAsked(undefined);
  const may = {
    mayWrite: mayDo(session, "tables", "write"),
    mayRemove: mayDo(session, "tables", "delete"),
  };
  const actOf = (id: HeadActId, column: Column, index: number, head: HTMLElement): void => {
    const { name } = column;
    if (id === "ascending") change({ sorts: [{ field: name, direction: "asc" }] });
    else if (id === "descending") change({ sorts: [{ field: name, direction: "desc" }] });
    else if (id === "hide") change({ hidden: [...look.hidden, name] });
    else if (id === "freeze") change({ frozen: index + 1 });
    else if (id === "unfreeze") change({ frozen: 0 });
    else setAsked((last) => ({ what: id, column, head, turn: (last?.turn ?? 0) + 1 }));
  };
  const menuOf = (index: number, isNarrow: boolean): HeadSection[] => {
    const column = columns[index];
    if (column === undefined) return [];
    const acts = menuActs({ index, frozen: look.frozen, isNarrow, ...may });
    return sectionsOf(
      acts,
      (id) => actText(id, column),
      (id, head) => actOf(id, column, index, head),
    );
  };
  return { menuOf, asked, close };
}
