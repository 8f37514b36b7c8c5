import { onOwnWrite } from "../approvals/own-writes.ts";
import type { Edit } from "./refused.ts";

/** So many writes can be done again after their undo. */
const WRITES_MAX = 100;

/** The edits of own writes by the change that each made, the oldest first. */
const edits = new Map<string, readonly Edit[]>();

/** The edits that are being sent, by the table; writes to its rows go in turn. */
const underWay = new Map<string, readonly Edit[]>();

/** Sends a write of rows of a table and stores its edits with the change that it makes. */
export async function withEdits<R>(
  tableId: string,
  written: readonly Edit[],
  send: () => Promise<R>,
): Promise<R> {
  // Writes to rows of a table go in turn, so that no other one is answered meanwhile.
  const stop = onOwnWrite(({ ids: [id], url, summary }) => {
    if (id === undefined || summary !== undefined || !url.includes(`/tables/${tableId}/rows`)) return;
    edits.set(id, written);
    const [oldest] = edits.keys();
    if (edits.size > WRITES_MAX && oldest !== undefined) edits.delete(oldest);
  });
  underWay.set(tableId, written);
  try {
    return await send();
  } finally {
    underWay.delete(tableId);
    stop();
  }
}

/** Returns the edits by which a change was made; undefined if a form made it. */
export const editsOfChange = (id: string): readonly Edit[] | undefined => edits.get(id);

/** Returns the edits of a table that are being sent; none for what is not written in cells. */
export const editsUnderWay = (tableId: string): readonly Edit[] => underWay.get(tableId) ?? [];
