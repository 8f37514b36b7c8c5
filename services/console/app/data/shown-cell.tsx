import { useSession } from "../session/session.ts";
import { shownCell, valueOf } from "./cells.ts";
import { chosenIn } from "./column-choices.ts";
import { Swatch } from "./swatch.tsx";
import type { CellOf } from "./targets.tsx";

/** Value of a cell, each choice with its colour. */
export function ShownCell({ column, row, names }: CellOf) {
  const { timezone } = useSession().team;
  const chosen = chosenIn(column, valueOf(column, row));
  if (chosen === undefined) return shownCell(column, row, timezone, names);
  return chosen.map(({ value, label = value, color }, index) => (
    <span key={value} className="choice">
      <Swatch color={color} />
      {index < chosen.length - 1 ? `${label}, ` : label}
    </span>
  ));
}
