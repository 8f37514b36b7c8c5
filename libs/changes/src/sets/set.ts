import type { TeamTx } from "@jst/db";
import { changesetUuid } from "../changes.ts";

/** Set of changesets, as its maker begins it. */
export interface NewSet {
  /** Uuid of the set, such as that of the import that makes it. */
  id: string;
  /** Line for people, without values of records. */
  summary: string;
  /** Size of the whole work, in the unit in which `done` counts. */
  total: number;
  /** Uuid of the set that this one takes back. */
  undoOf?: string | undefined;
}

/** Page of a set, which a transaction has written. */
export interface SetPage {
  setId: string;
  /** Line for people, without values of records. */
  summary: string;
  /** How much of the work is done with this page. */
  done: number;
  /** Uuid of the changeset that this page takes back. */
  undoOf?: string | undefined;
}

/**
 * Begins a set in the transaction of its first page, as its actor (trust.sets). It goes out with the commit; a set that
 * is there already stays as it is.
 */
export function beginSet(tx: TeamTx, { id, summary, total, undoOf }: NewSet): void {
  const { teamId, tokenId, actorType, actorId, door } = tx.context;
  tx.defer({
    name: "changeset_set_begin",
    text: `insert into changesets (team_id, id, kind, status, summary, door, token_id, token_type, actor_id, created_at,
        member_count, operation_count, resources, progress_done, progress_total, undo_of)
      values ($1, $2, 'set', 'executed', $3, $4, $5, $6, $7, now(), 0, 0, '{}', 0, $8, $9)
      on conflict (team_id, id) do nothing`,
    values: [teamId, id, summary, door, tokenId, actorType, actorId, total, undoOf ?? null],
  });
}

/**
 * Makes the changeset of this transaction a member of a set that has begun and has not ended, and counts it. It goes
 * out with the commit and counts what the transaction has changed until then; one without changes only moves the
 * progress. A set that is not there, or has ended, fails the transaction.
 */
export function addMember(tx: TeamTx, { setId, summary, done, undoOf }: SetPage): void {
  const { teamId, tokenId, actorType, actorId, door } = tx.context;
  tx.defer({
    name: "changeset_set_member",
    // A set that is absent or has ended gives no place: the constraint of members refuses that.
    text: `with own as (
        select count(*)::int as operations, coalesce(array_agg(distinct h.resource), '{}') as resources
        from changes h where h.team_id = $1 and h.changeset_id = $2
      ), moved as (
        update changesets c set progress_done = $4, operation_count = c.operation_count + o.operations,
          member_count = c.member_count + case when o.operations > 0 then 1 else 0 end,
          resources = array(select r from unnest(c.resources || o.resources) r group by r order by r)
        from own o
        where c.team_id = $1 and c.id = $3 and c.kind = 'set' and c.executed_at is null
        returning c.member_count as place
      )
      insert into changesets (team_id, id, status, summary, door, token_id, token_type, actor_id, created_at,
        executed_at, set_id, place, operation_count, undo_of)
      select $1, $2, 'executed', $5, $6, $7, $8, $9, now(), now(), $3, m.place, o.operations, $10::uuid
      from own o left join moved m on true
      where o.operations > 0 or m.place is null`,
    values: [
      teamId,
      changesetUuid(tx.changesetId),
      setId,
      done,
      summary,
      door,
      tokenId,
      actorType,
      actorId,
      undoOf ?? null,
    ],
  });
}

/** Ends a set, however far its work has come: from then on it can be undone, and gets no member. */
export function endSet(tx: TeamTx, setId: string): void {
  tx.defer({
    name: "changeset_set_end",
    text: `update changesets set executed_at = now()
      where team_id = $1 and id = $2 and kind = 'set' and executed_at is null`,
    values: [tx.context.teamId, setId],
  });
}
