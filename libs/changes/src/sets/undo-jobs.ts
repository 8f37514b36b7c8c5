import type { TeamFacts } from "@jst/caller";
import type { Statement, TeamContext } from "@jst/db";
import type { StoredChangeset } from "../queries.ts";

/** How a set is undone, as its job stores it. */
export interface SetUndoOptions {
  force: boolean;
  team: TeamFacts;
  /** Ids of what leaves with everything in it. */
  leaving: readonly string[];
}

/** Stores the job of an undo; a worker takes it up after this time unless the request has ended it. */
export function insertJob(
  teamId: string,
  undoId: string,
  options: SetUndoOptions,
  afterMs: number,
): Statement {
  return {
    name: "changeset_undo_job",
    text: `insert into changeset_undos (team_id, undo_id, options, state, due_at)
      values ($1, $2, $3, 'waiting', clock_timestamp() + make_interval(secs => $4))`,
    values: [teamId, undoId, JSON.stringify(options), afterMs / 1_000],
  };
}

/** Removes the job of an undo that has ended. */
export function endJob(teamId: string, undoId: string): Statement {
  return {
    name: "changeset_undo_job_end",
    text: "delete from changeset_undos where team_id = $1 and undo_id = $2",
    values: [teamId, undoId],
  };
}

/** Longest time of one page of an undo. */
export const PAGE_MS = 60_000;

/** Returns the context of the caller that undoes, as the undo stores it: each page is a write of that caller. */
export function undoContext(teamId: string, undo: StoredChangeset): TeamContext {
  const { token_id: tokenId, token_type: actorType, actor_id: actorId, door, oauth_app: app } = undo;
  return {
    ...{ teamId, tokenId, actorType, actorId },
    ...(door === null ? {} : { door }),
    ...(undo.family_id === null ? {} : { familyId: undo.family_id }),
    ...(undo.change_reason === null ? {} : { changeReason: undo.change_reason }),
    ...(app === null ? {} : { oauthApp: app }),
    requestId: `undo-${undo.id}`,
    timeoutMs: PAGE_MS,
  };
}
