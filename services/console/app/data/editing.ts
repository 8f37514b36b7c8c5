import { useState } from "react";
import { isRefusal } from "../answers.ts";
import { useWriting } from "../parts/writing.ts";
import { openWhile, withoutCells, withRefusal, type Edit, type Refusal } from "./refused.ts";
import { lostWrite, turnOf, writeCells } from "./rows.ts";

/** Writes cells, however fast one is written after the other; what no answer came to is looked for. */
export function useEditing(tableId: string) {
  // A cell may be refused after the next one was written.
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const forget = (rowId: string, columns: readonly string[]) =>
    setRefusals((before) => withoutCells(before, rowId, columns));
  const { mutate, data } = useWriting({
    send: ({ row, column, value }: Edit, key) => writeCells(tableId, row, { [column]: value }, key),
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onDone: (_done, { row, column }) => forget(row.id, [column]),
    onRefused: async (error, edit, again) => {
      const refusal = isRefusal(error) ? { edit, error } : await lookFor(tableId, { edit, error }, again);
      if (refusal === undefined) forget(edit.row.id, [edit.column]);
      else setRefusals((before) => withRefusal(before, refusal));
    },
  });
  const write = (edit: Edit) => {
    setRefusals((before) => openWhile(before, edit));
    mutate(edit);
  };
  return { write, forget, refusals, data };
}

/** Returns the message for a write without a reply; undefined if the write was done. */
async function lookFor(
  tableId: string,
  { edit, error }: Refusal,
  again: () => Promise<unknown>,
): Promise<Refusal | undefined> {
  const unknown = { lost: "unknown" as const, over: edit.row, error: undefined };
  const found = await lostWrite(tableId, edit.row, again).catch(() => unknown);
  if (found.lost === "written") return undefined;
  return { edit: { ...edit, row: found.over }, lost: found.lost, error: found.error ?? error };
}
