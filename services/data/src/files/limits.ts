import type { TeamFacts } from "@jst/caller";
import { changesetUuid } from "@jst/changes";
import type { Statement, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";

/** Most bytes of a file, and of all files of a team, where its settings say nothing (limits.files). */
const FILE_BYTES_MAX = 52_428_800;
const QUOTA_BYTES = 10_737_418_240;

/** Most bytes of one file of the team. */
export function maxFileBytes({ max_file_bytes = FILE_BYTES_MAX }: TeamFacts): number {
  return max_file_bytes;
}

/** Most bytes of all files of the team. */
export function quotaBytes({ files_quota_bytes = QUOTA_BYTES }: TeamFacts): number {
  return files_quota_bytes;
}

/**
 * Throws limit_reached when the live files of the team, those that are proposed and uploads of imports are more than
 * its quota, as this transaction leaves them. It has changed files, so that it holds the count of the team: nobody else
 * changes that meanwhile. The proposal that it carries out counts once.
 */
export async function requireQuota(tx: TeamTx, team: TeamFacts): Promise<void> {
  await requireWithin(tx, team, changesetUuid(tx.changesetId));
}

/** The same for a transaction that has stored a proposal of an upload, or the upload of an import. */
export async function requireLockedQuota(tx: TeamTx, team: TeamFacts): Promise<void> {
  await tx.query({
    name: "data.file_usage.hold",
    text: `insert into data.file_usage as u (team_id) values ($1)
      on conflict (team_id) do update set live_files = u.live_files`,
    values: [tx.context.teamId],
  });
  await requireWithin(tx, team, null);
}

/** Builds the statement for the usage of live files, of proposed ones without `applied`, and of uploads of imports. */
export function usageStatement(teamId: string, applied: string | null = null): Statement {
  return {
    name: "data.file_usage.read",
    text: `select coalesce(max(u.live_files), 0)::float8 as files, coalesce(max(u.live_bytes), 0)::float8 as bytes,
        coalesce((
          select sum((c.request #>> '{body,total_bytes}')::bigint) from data.changesets c
          where c.team_id = $1 and c.status = 'queued' and c.expires_at > now()
            and c.rpc = 'data.v1.Files/UploadFiles' and c.id is distinct from $2
        ), 0)::float8 + coalesce((
          select sum(i.size_bytes) from data.import_uploads i where i.team_id = $1
        ), 0)::float8 as pending_bytes
      from data.file_usage u where u.team_id = $1`,
    values: [teamId, applied],
  };
}

async function requireWithin(tx: TeamTx, team: TeamFacts, applied: string | null): Promise<void> {
  const quota = quotaBytes(team);
  const [row] = await tx.query<{ bytes: number; pending_bytes: number }>(
    usageStatement(tx.context.teamId, applied),
  );
  if (row === undefined || row.bytes + row.pending_bytes <= quota) return;
  const detail = `The files of the team, with those of proposals and imports, would be larger than ${quota} bytes together. Delete some first.`;
  throw new AppError("limit_reached", detail, { extension: { limit: quota } });
}
