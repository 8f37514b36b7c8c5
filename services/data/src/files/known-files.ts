import { systemContext, type Database } from "@jst/db";
import type { Find } from "@jst/directory";

/** Finds the live files of a team: what cells, covers and other services name. */
export function knownFiles(database: Database): Find {
  return async (teamId, ids, { requestId, deadline, departure }) => {
    const timeoutMs = Math.max(1, deadline - Date.now());
    const context = systemContext(teamId, { requestId, timeoutMs, departure });
    const found = await database.read<{ id: string }>(context, {
      name: "data.files.find_known",
      text: "select f.id from data.files f where f.team_id = $1 and f.id = any($2::uuid[]) and f.deleted_at is null",
      values: [teamId, ids],
    });
    return found.map(({ id }) => id);
  };
}
