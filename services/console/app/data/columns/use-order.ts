import { useRef, useState } from "react";
import { moved } from "../../parts/drafts.ts";
import { useWriting } from "../../parts/writing.ts";
import type { Column, Table } from "../tables.ts";
import { columnPlacer } from "./changing.ts";
import { inOrder, placings } from "./column-order.ts";

/** The columns of a table in their order. Each move is stored at once; until then the list shows it. */
export function useOrder({ id: tableId, columns: read = [] }: Table) {
  const [chosen, setChosen] = useState<readonly string[]>();
  const latest = useRef<readonly string[]>(undefined);
  const [place] = useState(() => columnPlacer(tableId));
  const saving = useWriting({
    // The last one of the moves that wait has the whole order.
    send: async (ids: readonly string[], key) =>
      ids === latest.current ? place(read, (columns) => placings(inOrder(columns, ids)), key) : {},
    touches: [["table"]],
    turn: `columns of ${tableId}`,
    onShown: () => setChosen((ids) => (ids === latest.current ? undefined : ids)),
    onRefused: () => setChosen(undefined),
  });
  const columns = inOrder<Column>(read, chosen ?? []);
  const move = (from: number, to: number): void => {
    const ids = moved(
      columns.map(({ id }) => id),
      from,
      to,
    );
    latest.current = ids;
    setChosen(ids);
    saving.mutate(ids);
  };
  return { columns, move, saving };
}
