import type { TeamTx } from "@jst/db";

/** What a caller sees happen to a resource; archiving is a delete (contract 22). */
export type Operation = "create" | "update" | "delete";

/** A row as its trigger saw it: to_jsonb of its columns. */
export type Image = Record<string, unknown>;

/** One recorded change with the row's images before and after it. */
export interface Change {
  resource: string;
  id: string;
  op: Operation;
  before: Image | null;
  after: Image | null;
}

/** The changes this transaction has recorded so far, in their order. */
export async function changesOf(tx: TeamTx): Promise<Change[]> {
  return recordedChanges(tx, changesetUuid(tx.changesetId));
}

/** The changes of a changeset, in their order. */
export async function recordedChanges(tx: TeamTx, uuid: string): Promise<Change[]> {
  const rows = await tx.query({
    name: "changes_of_changeset",
    text: `select resource, resource_id as id, op, before, after
           from changes
           where team_id = $1 and changeset_id = $2
           order by seq`,
    values: [tx.context.teamId, uuid],
  });
  return rows as unknown as Change[];
}

/** The uuid inside `<service>_<uuid>`: how the tables of the service itself know a changeset. */
export function changesetUuid(changesetId: string): string {
  return changesetId.slice(changesetId.indexOf("_") + 1);
}
