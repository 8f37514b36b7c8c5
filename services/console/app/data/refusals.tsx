import { Button } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { useSession } from "../session/session.ts";
import { LOST } from "../words/tables.ts";
import { nameOf, titleOf } from "./cells.ts";
import { useChangedCell } from "./changed-cell.ts";
import type { useEditing } from "./editing.ts";
import type { Names } from "./names.ts";
import { cellKey, shownEdit, type Edit, type Refusal } from "./refused.ts";
import type { Column, Row } from "./tables.ts";

interface RefusalsOf {
  editing: ReturnType<typeof useEditing>;
  columns: readonly Column[];
  /** The rows that are shown. */
  rows: readonly Row[];
  names: Names;
}

/** Writes of cells that were not done, each with the reason and what the person can do. */
export function Refusals(of: RefusalsOf) {
  // The cells of one write share its error.
  const writes = [...Map.groupBy(of.editing.refusals, ({ error }) => error).values()];
  return writes.map((refusals) => {
    const [first] = refusals;
    return first && <RefusedWrite key={cellKey(first.edit)} {...of} {...{ refusals, first }} />;
  });
}

interface RefusedWriteOf extends RefusalsOf {
  refusals: readonly Refusal[];
  first: Refusal;
}

function RefusedWrite({ refusals, first, editing, ...shown }: RefusedWriteOf) {
  const { team } = useSession();
  const { columns, rows, names } = shown;
  const { edit, lost, error } = first;
  const calledIn = (one: Edit) =>
    LOST.cell(
      shownEdit(one, columns, team.timezone, names).title,
      nameIn(rows, one.row, titleOf(columns, one.row)),
    );
  const changed = useChangedCell({ refusals, ...shown, calledIn });
  const { text } = shownEdit(edit, columns, team.timezone, names);
  const others = refusals.length - 1;
  const cell = others === 0 ? calledIn(edit) : LOST.andOthers(calledIn(edit), others);
  return (
    <Failure error={error} noAnswer={LOST.noAnswer} {...(changed === undefined ? {} : { remedy: changed })}>
      <p>{LOST[lost ?? "refused"](cell, text === "" ? LOST.nothing : LOST.text(text))}</p>
      <div className="actions">
        {lost !== undefined && lost !== "other" && (
          <Button onPress={() => editing.write(refusals.map((refusal) => refusal.edit))}>{LOST.again}</Button>
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
}

/** A row by its text; without any as the grid counts it. */
function nameIn(rows: readonly Row[], row: Row, title: string | undefined): string {
  const name = nameOf(row, title);
  const at = rows.findIndex(({ id }) => id === row.id);
  return name === row.id && at >= 0 ? LOST.row(at + 1) : name;
}
