import type { Row, Statement } from "@jst/db";

/** Facts about a file that reading its bytes needs. */
export interface KeptFile extends Row {
  id: string;
  name: string;
  mime_type: string;
  size_bytes: number;
  checksum_sha256: string;
  /** Whether public_url answers where a picture was taken. */
  keep_location: boolean;
}

/** SQL for it, of the row `t` of a file. */
export const kept =
  "t.id, t.name, t.mime_type, t.size_bytes::float8 as size_bytes, t.checksum_sha256, t.keep_location";

/** Reads a live file. */
export function findKeptFile(teamId: string, id: string): Statement {
  return {
    name: "data.files.find_kept",
    text: `select ${kept} from data.files t where t.team_id = $1 and t.id = $2 and t.deleted_at is null`,
    values: [teamId, id],
  };
}

/** Reads a file that a proposal would make which nobody has decided on: its bytes are kept aside. */
export function findProposedFile(teamId: string, id: string): Statement {
  return {
    name: "data.files.find_proposed",
    text: `select v.id, v.name, v.mime_type, v.size_bytes, v.checksum_sha256, true as keep_location
      from data.changesets c
        cross join lateral (
          select jsonb_path_query(c.request, '$.body.files[*]')
          union all
          select jsonb_path_query(c.request, '$.body.files[*].extracted[*]')
        ) f (value)
        cross join lateral jsonb_to_record(f.value)
          v (id text, name text, mime_type text, size_bytes float8, checksum_sha256 text)
      where c.team_id = $1 and c.status = 'queued' and c.expires_at > now()
        and c.rpc = 'data.v1.Files/UploadFiles' and v.id = $2`,
    values: [teamId, id.toLowerCase()],
  };
}
