import { useState } from "react";
import { isRefusal, useWriting } from "../parts/writing.ts";
import { lostWrite, turnOf, writeCells } from "./rows.ts";
import type { Row } from "./tables.ts";

/** A cell with what a person has written into it. */
export interface Edit {
  row: Row;
  column: string;
  value: unknown;
}

/** A cell that was not written as a person wanted, or of which that is not known. */
export interface Refusal {
  edit: Edit;
  /** What the row has said once the answer got lost; without it the write was refused. */
  lost?: "not_written" | "other" | "unknown";
  error: Error;
}

/** Writes cells, however fast one is written after the other; what no answer came to is looked for in its row. */
export function useEditing(tableId: string) {
  // A cell may be refused after the next one was written.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const { mutate, data } = useWriting({
    send: ({ row, column, value }: Edit, key) => writeCells(tableId, row, { [column]: value }, key),
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onRefused: async (error, edit) => {
      const refusal = isRefusal(error) ? { edit, error } : await lookFor(tableId, edit, error);
      if (refusal !== undefined) setRefusals((before) => [...before, refusal]);
    },
  });
  const write = (edit: Edit) => {
    setRefusals((before) => before.filter((refusal) => isOpen(refusal, edit)));
    mutate(edit);
  };
  return { write, refusals, data };
}

/** Whether a person may still want to try again what is not the cell that is written now. */
const isOpen = ({ lost, edit: { row, column } }: Refusal, edit: Edit) =>
  lost !== undefined && lost !== "other" && !(row.id === edit.row.id && column === edit.column);

/** What to say of a write that no answer came to; nothing where it is done. */
async function lookFor(tableId: string, edit: Edit, error: Error): Promise<Refusal | undefined> {
  const { row, column, value } = edit;
  const unknown = { lost: "unknown" as const, over: row };
  const { lost, over } = await lostWrite(tableId, row, { [column]: value }).catch(() => unknown);
  return lost === "written" ? undefined : { edit: { ...edit, row: over }, lost, error };
}
