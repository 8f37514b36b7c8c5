import { Button } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { useSession } from "../session/session.ts";
import { LOST } from "../words/tables.ts";
import { nameOf, titleOf } from "./cells.ts";
import type { useEditing } from "./editing.ts";
import type { Names } from "./names.ts";
import { cellKey, shownEdit } from "./refused.ts";
import type { Column, Row } from "./tables.ts";

interface RefusalsOf {
  editing: ReturnType<typeof useEditing>;
  columns: readonly Column[];
  /** The rows that are shown. */
  rows: readonly Row[];
  names: Names;
}

/** Writes of cells that were not done, each with the reason and what the person can do. */
export function Refusals({ editing, columns, rows, names }: RefusalsOf) {
  const { team } = useSession();
  // The cells of one write share its error.
  const writes = [...Map.groupBy(editing.refusals, ({ error }) => error).values()];
  return writes.map((refusals) => {
    const [first, ...others] = refusals;
    if (first === undefined) return null;
    const { edit, lost, error } = first;
    const { title, text } = shownEdit(edit, columns, team.timezone, names);
    const one = LOST.cell(title, calledIn(rows, edit.row, titleOf(columns, edit.row)));
    const cell = others.length === 0 ? one : LOST.andOthers(one, others.length);
    return (
      <Failure key={cellKey(edit)} error={error} noAnswer={LOST.noAnswer}>
        <p>{LOST[lost ?? "refused"](cell, text === "" ? LOST.nothing : LOST.text(text))}</p>
        <div className="actions">
          {lost !== undefined && lost !== "other" && (
            <Button onPress={() => editing.write(refusals.map((refusal) => refusal.edit))}>
              {LOST.again}
            </Button>
          )}
          <Button
            onPress={() => {
              for (const refusal of refusals) editing.forget(refusal.edit.row.id, [refusal.edit.column]);
            }}
          >
            {LOST.dismiss}
          </Button>
        </div>
      </Failure>
    );
  });
}

/** A row by its text; without any as the grid counts it. */
function calledIn(rows: readonly Row[], row: Row, title: string | undefined): string {
  const name = nameOf(row, title);
  const at = rows.findIndex(({ id }) => id === row.id);
  return name === row.id && at >= 0 ? LOST.row(at + 1) : name;
}
