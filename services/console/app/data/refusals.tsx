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

/** Cells that were not written, each with the reason and what the person can do. */
export function Refusals({ editing, columns, rows, names }: RefusalsOf) {
  const { team } = useSession();
  return editing.refusals.map(({ edit, lost, error }) => {
    const { title, text } = shownEdit(edit, columns, team.timezone, names);
    const cell = LOST.cell(title, calledIn(rows, edit.row, titleOf(columns, edit.row)));
    return (
      <Failure key={cellKey(edit)} error={error} noAnswer={LOST.noAnswer}>
        <p>{LOST[lost ?? "refused"](cell, text === "" ? LOST.nothing : LOST.text(text))}</p>
        <div className="actions">
          {lost !== undefined && lost !== "other" && (
            <Button onPress={() => editing.write([edit])}>{LOST.again}</Button>
          )}
          <Button onPress={() => editing.forget(edit.row.id, [edit.column])}>{LOST.dismiss}</Button>
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
