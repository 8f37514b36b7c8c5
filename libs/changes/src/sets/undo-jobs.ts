import type { TeamFacts } from "@jst/caller";
import type { Statement } from "@jst/db";

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
