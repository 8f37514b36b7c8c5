import { HEADS, ORDERS } from "../../words/heads.ts";
import { fieldKindOf, type FieldKind, type FilterField } from "../filters/operators.ts";
import { FROZEN_MAX } from "../views/look-grid.ts";

/** Act of the menu of a head. */
export type HeadActId =
  | "ascending"
  | "descending"
  | "filter"
  | "hide"
  | "freeze"
  | "unfreeze"
  | "edit"
  | "left"
  | "right"
  | "remove";

/** A head and what a person may do there. */
export interface HeadFacts {
  index: number;
  /** How many of the first columns stay in view. */
  frozen: number;
  /** Whether the grid is too narrow for frozen columns. */
  isNarrow: boolean;
  mayWrite: boolean;
  mayRemove: boolean;
}

/** The acts that belong together, by what they change. */
export type MenuActs = Readonly<Record<keyof typeof HEADS.sections, readonly HeadActId[]>>;

/** Lists the acts that change how columns are shown. */
export function viewActs({
  index,
  frozen,
  isNarrow,
}: Pick<HeadFacts, "index" | "frozen" | "isNarrow">): readonly HeadActId[] {
  const freezes: readonly HeadActId[] =
    isNarrow || index >= FROZEN_MAX ? [] : index + 1 === frozen ? ["unfreeze"] : ["freeze"];
  return ["hide", ...freezes];
}

/** Lists what the menu of a head does: nothing that the person may not do. */
export function menuActs({ mayWrite, mayRemove, ...facts }: HeadFacts): MenuActs {
  return {
    rows: ["ascending", "descending", "filter"],
    view: viewActs(facts),
    column: [
      ...(mayWrite ? (["edit", "left", "right"] as const) : []),
      ...(mayRemove ? (["remove"] as const) : []),
    ],
  };
}

const BY_KIND: Readonly<Partial<Record<FieldKind, keyof typeof ORDERS>>> = {
  text: "text",
  number: "number",
  date: "date",
  datetime: "date",
  choice: "choice",
};

/** Returns the text of an act; an order is called by the type of the column. */
export function actText(id: HeadActId, field: FilterField): string {
  const [ascending, descending] = ORDERS[BY_KIND[fieldKindOf(field)] ?? "other"];
  return id === "ascending" ? ascending : id === "descending" ? descending : HEADS[id];
}
