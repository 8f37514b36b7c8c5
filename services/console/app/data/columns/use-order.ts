import { useState } from "react";
import { moved } from "../../parts/drafts.ts";
import { useWriting } from "../../parts/writing.ts";
import type { Column, Table } from "../tables.ts";
import { placeColumns } from "./changing.ts";
import { inOrder, placings } from "./column-order.ts";

/** The columns of a table in the order that a person is choosing, which is saved whole. */
export function useOrder(table: Table) {
  const [chosen, setChosen] = useState<readonly string[]>();
  const columns = inOrder<Column>(table.columns ?? [], chosen ?? []);
  const saving = useWriting({ send: placeColumns(table), touches: [["table"]] });
  const changes = chosen === undefined ? [] : placings(columns);
  const save = (): void => {
    if (saving.isPending) return;
    // Resets the order once the table is reloaded. A column that was moved meanwhile stays unsaved.
    const onSuccess = () => setChosen((is) => (is === chosen ? undefined : is));
    saving.mutate(changes, { onSuccess });
  };
  const move = (from: number, to: number): void =>
    setChosen(
      moved(
        columns.map(({ id }) => id),
        from,
        to,
      ),
    );
  return { columns, move, saving, changes, save };
}
