import type { TeamTx } from "@jst/db";

/** What a caller sees happen to a resource; archiving is a delete (contract 22). */
export type Operation = "create" | "update" | "delete";

/** One recorded change with the row's images before and after it. */
export interface Change {
  resource: string;
  id: string;
  op: Operation;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The changes this transaction has recorded so far, in their order. */
export async function changesOf(tx: TeamTx): Promise<Change[]> {
  const rows = await tx.query({
    name: "changes_of_changeset",
    text: `select resource, resource_id as id, op, before, after
           from changes
           where team_id = $1 and changeset_id = $2
           order by seq`,
    values: [tx.context.teamId, changesetUuid(tx.changesetId)],
  });
  return rows as unknown as Change[];
}

/** The uuid inside `<service>_<uuid>`: how the tables of the service itself know a changeset. */
export function changesetUuid(changesetId: string): string {
  return changesetId.slice(changesetId.indexOf("_") + 1);
}
