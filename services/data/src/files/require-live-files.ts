import type { TeamTx } from "@jst/db";
import { validationFailed } from "@jst/errors";

/** A file that an input names, and where. */
export interface NamedFile {
  field: string;
  id: string;
}

/** Throws validation_failed with every file that the team does not have, or has no more, at its field. */
export async function requireLiveFiles(tx: TeamTx, named: readonly NamedFile[]): Promise<void> {
  if (named.length === 0) return;
  const live = await tx.query<{ id: string }>({
    name: "data.files.live_ones",
    text: "select f.id from data.files f where f.team_id = $1 and f.id = any($2::uuid[]) and f.deleted_at is null",
    values: [tx.context.teamId, named.map(({ id }) => id)],
  });
  const known = new Set(live.map(({ id }) => id));
  const absent = named.filter(({ id }) => !known.has(id.toLowerCase()));
  if (absent.length === 0) return;
  const message = "No file of your team has this id. Check the id.";
  throw validationFailed(absent.map(({ field }) => ({ field, code: "not_found", message })));
}
