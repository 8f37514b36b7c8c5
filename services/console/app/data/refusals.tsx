import { Button } from "react-aria-components";
import { Failure } from "../parts/failure.tsx";
import { LOST } from "../words/tables.ts";
import type { Edit, Refusal } from "./editing.ts";
import type { Column } from "./tables.ts";

interface RefusalsOf {
  refusals: readonly Refusal[];
  columns: readonly Column[];
  /** Writes it once more. */
  onAgain: (edit: Edit) => void;
}

/** What has become of cells that were not written, each with what a person can do. */
export function Refusals({ refusals, columns, onAgain }: RefusalsOf) {
  return refusals.map(({ edit, lost, error }, index) => {
    if (lost === undefined) return <Failure key={index} error={error} />;
    const title = columns.find(({ name }) => name === edit.column)?.display_name ?? edit.column;
    return (
      <div key={index} className="failure" role="alert">
        <p>{LOST[lost](title)}</p>
        {lost !== "other" && <Button onPress={() => onAgain(edit)}>{LOST.again}</Button>}
      </div>
    );
  });
}
