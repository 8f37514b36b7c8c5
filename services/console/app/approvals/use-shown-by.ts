import { useTable } from "../data/tables.ts";
import { useSession } from "../session/session.ts";
import type { Changeset } from "./changesets.ts";
import type { ShownBy } from "./shown-values.ts";

/** How values of a change are shown, once that is known. */
interface Shown {
  by: ShownBy;
  /** True while the columns of the table are read. */
  isLoading: boolean;
  /** Why the columns cannot be read. */
  error: Error | null;
}

type Members = Partial<Record<string, unknown>>;

/** Returns how values of an object are shown. Cells of a table that the person may not read stay as they are. */
export function useShownBy(thing: unknown): Shown {
  const { table_id: tableId, data, currency } = (thing ?? {}) as Members;
  const id = typeof tableId === "string" && data !== undefined ? tableId : undefined;
  const { data: table, error } = useTable(id);
  const { timezone } = useSession().team;
  const code = typeof currency === "string" ? currency : undefined;
  return {
    by: { columns: table?.columns ?? [], currency: code, timezone },
    isLoading: id !== undefined && table === undefined && error === null,
    error: table === undefined ? error : null,
  };
}

/** The row or document that a change is about: the first object with cells, or amounts in a currency. */
export function subjectOf({ operations }: Pick<Changeset, "operations">): unknown {
  const images = operations.map(({ before, after }) => (after ?? before) as Members | null);
  const isOwn = (image: Members | null) =>
    (image?.["table_id"] !== undefined && image["data"] !== undefined) || image?.["currency"] !== undefined;
  return images.find(isOwn) ?? images[0];
}
