import { movedAmong } from "../data/heads/column-order.ts";
import { viewActs, type HeadActId } from "../data/heads/menu-acts.ts";
import { sectionsOf } from "../data/heads/sections.ts";
import { lookIn, lookOf, saidOf, shownColumns, sortText, type Look } from "../data/views/look.ts";
import type { HeadSection } from "../grid/head-menu.tsx";
import { useOwnWidths } from "../grid/use-widths.ts";
import { useSaid } from "../parts/said.ts";
import { usePreferences } from "../preferences/preferences.ts";
import { HEADS, ORDERS } from "../words/heads.ts";
import type { ListCell } from "./columns.ts";
import type { RowList } from "./list-of.ts";

type Column = RowList["columns"][number];

const ORDER_OF: Readonly<Record<ListCell["kind"], keyof typeof ORDERS>> = {
  ...{ text: "text", number: "number", size: "number", money: "number" },
  ...{ date: "date", datetime: "date", pills: "choice" },
};

/** Reads from the address which columns of a list are shown, and in which order its rows stand (console.lists). */
export function useListLook({ columns, queryKey: [name] }: RowList) {
  const { said, say } = useSaid();
  const own = useOwnWidths(name);
  const { density } = usePreferences();
  const base: Look = { ...lookOf(undefined, columns, density), widths: own.widths };
  const asked = lookIn(said, base);
  const sorted = new Set(columns.filter(({ isSorted }) => isSorted).map((column) => column.name));
  const look: Look = { ...asked, sorts: asked.sorts.filter(({ field }) => sorted.has(field)) };
  const change = (one: Partial<Look>) => say(saidOf({ ...look, ...one }, base));
  const shown = shownColumns(columns, look);
  return {
    look,
    change,
    shown,
    sort: sortText(look.sorts),
    setWidths: own.store,
    moveColumn: (from: number, to: number) => {
      const names = shown.map((column) => column.name);
      change({ order: movedAmong(look.order, names, from, to) });
    },
    menuOf: (index: number, isNarrow: boolean): readonly HeadSection[] => {
      const column = shown[index];
      return column === undefined ? [] : menuOf(column, index, { look, change, isNarrow });
    },
  };
}

export type ListLook = ReturnType<typeof useListLook>;

interface Menu extends Pick<ListLook, "look" | "change"> {
  isNarrow: boolean;
}

function menuOf(column: Column, index: number, { look, change, isNarrow }: Menu): HeadSection[] {
  const { name, kind, isSorted } = column;
  const [ascending, descending] = ORDERS[ORDER_OF[kind]];
  const acts: Partial<Record<HeadActId, () => void>> = {
    ascending: () => change({ sorts: [{ field: name, direction: "asc" }] }),
    descending: () => change({ sorts: [{ field: name, direction: "desc" }] }),
    hide: () => change({ hidden: [...look.hidden, name] }),
    freeze: () => change({ frozen: index + 1 }),
    unfreeze: () => change({ frozen: 0 }),
  };
  return sectionsOf(
    {
      rows: isSorted ? ["ascending", "descending"] : [],
      view: viewActs({ index, frozen: look.frozen, isNarrow }),
    },
    (id) => (id === "ascending" ? ascending : id === "descending" ? descending : HEADS[id]),
    (id) => acts[id]?.(),
  );
}
