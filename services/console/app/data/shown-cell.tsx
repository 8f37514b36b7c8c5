import { Fragment } from "react";
import { Pill } from "../parts/pill.tsx";
import { tintOf } from "../parts/tints.ts";
import { useSession } from "../session/session.ts";
import { shownCell, valueOf } from "./cells.ts";
import { chosenIn } from "./column-choices.ts";
import type { CellOf } from "./targets.tsx";

/** Value of a cell, each choice as a pill. */
export function ShownCell({ column, row, names }: CellOf) {
  const { timezone } = useSession().team;
  const chosen = chosenIn(column, valueOf(column, row));
  if (chosen === undefined) return shownCell(column, row, timezone, names);
  return chosen.map(({ value, label = value, color }, index) => (
    <Fragment key={value}>
      <Pill tint={tintOf(color)}>{label}</Pill>
      {index < chosen.length - 1 && <span className="unseen">, </span>}
    </Fragment>
  ));
}
