import type { Statement, TeamTx } from "@jst/db";
import { changesetOf, only, STORED, type ChangesetRow, type StoredChangeset } from "./queries.ts";

/** Reads the names of the resources that a changeset changed, or proposes to change. */
export function resourcesOf(teamId: string, uuid: string): Statement {
  return {
    name: "changeset_resources",
    text: `select distinct resource from changes where team_id = $1 and changeset_id = $2
      union
      select unnest(c.resources) from changesets c where c.team_id = $1 and c.id = $2
      union
      select o.one ->> 'resource' from changesets c, jsonb_array_elements(c.operations) o (one)
        where c.team_id = $1 and c.id = $2`,
    values: [teamId, uuid],
  };
}

/**
 * Marks an executed change set undone; false if it was already. One that was never proposed gets its row now, and a
 * concurrent second call waits for it.
 */
export async function markUndone(tx: TeamTx, stored: StoredChangeset): Promise<boolean> {
  const { teamId } = tx.context;
  await tx.query({
    name: "changeset_keep",
    text: `insert into changesets (team_id, id, status, summary, door, token_id, token_type, oauth_app,
        actor_id, created_at, executed_at, family_id, change_reason)
      values ($1, $2, 'executed', $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)
      on conflict (team_id, id) do nothing`,
    values: [
      teamId,
      stored.id,
      stored.summary,
      stored.door,
      stored.token_id,
      stored.token_type,
      stored.oauth_app === null ? null : JSON.stringify(stored.oauth_app),
      stored.actor_id,
      stored.created_at,
      stored.family_id,
      stored.change_reason,
    ],
  });
  const marked = await tx.query({
    name: "changeset_undone",
    text: `update changesets set status = 'undone', undone_at = now()
      where team_id = $1 and id = $2 and status = 'executed' returning id`,
    values: [teamId, stored.id],
  });
  return marked.length > 0;
}

/**
 * Stores an undo, which is executed with this transaction, and answers it so. One that was proposed has its row, which
 * its approval moves on.
 */
export async function insertUndo(
  tx: TeamTx,
  { uuid, undoOf, summary }: { uuid: string; undoOf: string; summary: string },
): Promise<StoredChangeset> {
  const { teamId, tokenId, actorType, actorId, door } = tx.context;
  const rows = await tx.query<ChangesetRow>({
    name: "changeset_undo",
    text: `insert into changesets as c (team_id, id, status, summary, door, token_id, token_type, actor_id, created_at,
        executed_at, undo_of)
      values ($1, $2, 'executed', $3, $4, $5, $6, $7, now(), now(), $8)
      on conflict (team_id, id) do update set undo_of = excluded.undo_of
      returning ${STORED} || jsonb_build_object('status', 'executed', 'executed_at', now()) as changeset`,
    values: [teamId, uuid, summary, door, tokenId, actorType, actorId, undoOf],
  });
  return only(changesetOf(rows));
}
