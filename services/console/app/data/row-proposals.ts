import { answered, ProblemError } from "@jst/client";
import { api } from "../api.ts";
import type { Changeset } from "../approvals/changesets.ts";
import type { WriteKey } from "../parts/writing.ts";
import { isUncreated, keepCreated, newRow } from "./new-rows.ts";
import { cellKey, type Edit } from "./refused.ts";
import { BATCH_MAX } from "./rows.ts";
import type { Row } from "./tables.ts";

/** An own proposal that waits, and the cells that it would write. */
export interface RowProposal {
  id: string;
  edits: readonly Edit[];
  /** False if the proposal does more than its edits say. */
  isWhole: boolean;
}

/** Resource of rows in changesets. */
const ROWS = "rows";

const tableOf = ({ before, after }: Changeset["operations"][number]): unknown =>
  ((after ?? before) as Partial<Row> | null)?.table_id;

/** Reports whether a changeset writes rows of a table by itself; a set, such as the run of an import, does not. */
export const isOfTable = ({ kind, operations }: Changeset, tableId: string): boolean =>
  kind === undefined &&
  operations.some((operation) => operation.resource === ROWS && tableOf(operation) === tableId);

/** Reads which cells of a table a proposal would write; rows that it creates get ids of their own. */
export function rowProposal(changeset: Changeset, tableId: string): RowProposal {
  const { id, operations, operation_count: count } = changeset;
  const edits = operations.flatMap((operation, at) => {
    if (operation.resource !== ROWS || tableOf(operation) !== tableId || operation.op === "delete") return [];
    const [before, after] = [operation.before as Row | null, operation.after as Row];
    const row = before ?? newRow(tableId, `${id} ${at}`);
    const was = before?.data ?? {};
    return Object.entries(after.data)
      .filter(([column, value]) => JSON.stringify(value ?? null) !== JSON.stringify(was[column] ?? null))
      .map(([column, value]) => ({ row, column, value }));
  });
  const isWhole = operations.length === count && operations.every(({ op }) => op !== "delete");
  return { id, edits, isWhole };
}

/** Lists the open proposals that a write of these rows replaces. */
export function replacedBy(open: Iterable<RowProposal>, rows: ReadonlySet<string>): RowProposal[] {
  return [...open].filter(({ edits, isWhole }) => isWhole && edits.some(({ row }) => rows.has(row.id)));
}

/** Returns the edits together with the other cells of the proposals that they replace. */
export function withReplaced(edits: readonly Edit[], replaced: readonly RowProposal[]): Edit[] {
  const cells = new Set(edits.map(cellKey));
  return [...edits, ...replaced.flatMap((one) => one.edits.filter((edit) => !cells.has(cellKey(edit))))];
}

/** Reports whether one request can write the rows of the edits. */
export const fitsRequest = (edits: readonly Edit[]): boolean =>
  new Set(edits.map(({ row }) => row.id)).size <= BATCH_MAX;

/** A proposal that no longer waits. */
interface EndedProposal extends RowProposal {
  /** True if it was approved before it could be withdrawn; its new rows are known then. */
  isExecuted: boolean;
}

/** Withdraws proposals, one after the other. */
export async function withdrawAll(
  proposals: readonly RowProposal[],
  key: WriteKey,
): Promise<EndedProposal[]> {
  const ended: EndedProposal[] = [];
  for (const one of proposals) ended.push({ ...one, isExecuted: await withdraw(one, key) });
  return ended;
}

/** Withdraws a proposal; returns whether it was executed before. */
async function withdraw({ id, edits }: RowProposal, header: WriteKey): Promise<boolean> {
  const path = { changeset_id: id };
  const params = { path, header: { "Idempotency-Key": `${header["Idempotency-Key"]} ${id}` } };
  try {
    await answered(api.POST("/api/v1/changesets/{changeset_id}/withdraw", { params, body: {} }));
    return false;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 409) throw error;
    const { status, operations } = await answered(
      api.GET("/api/v1/changesets/{changeset_id}", { params: { path } }),
    );
    if (status !== "executed") return false;
    const created = operations.filter(({ op }) => op === "create");
    const rows = [...new Map(edits.map(({ row }) => [row.id, row])).values()].filter(isUncreated);
    // Without the row that was created, another one would be.
    if (created.length !== rows.length) throw error;
    for (const [at, row] of rows.entries()) {
      const createdId = created[at]?.id;
      if (createdId !== undefined) keepCreated(row, { id: createdId, version: 1 });
    }
    return true;
  }
}
