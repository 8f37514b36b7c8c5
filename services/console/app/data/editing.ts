import { useState } from "react";
import { useWriting } from "../parts/writing.ts";
import { turnOf, writeCells } from "./rows.ts";
import type { Row } from "./tables.ts";

/** A cell with what a person has written into it. */
export interface Edit {
  row: Row;
  column: string;
  value: unknown;
}

/** Writes cells, however fast one is written after the other. */
export function useEditing(tableId: string) {
  // A cell may be refused after the next one was written.
  const [refusals, setRefusals] = useState<readonly Error[]>([]);
  const { mutate, data } = useWriting({
    send: ({ row, column, value }: Edit, key) => writeCells(tableId, row, { [column]: value }, key),
    touches: [["rows", tableId]],
    turn: turnOf(tableId),
    onRefused: (error) => setRefusals((before) => [...before, error]),
  });
  const write = (edit: Edit) => {
    setRefusals([]);
    mutate(edit);
  };
  return { write, refusals, data };
}
