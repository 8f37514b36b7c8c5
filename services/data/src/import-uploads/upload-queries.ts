import type { Row, Statement, TeamContext } from "@jst/db";
import { instant } from "@jst/db";
import type { StagedImportSource } from "../../gen/rpc.ts";

/** Hours after which an upload that has begun no import is deleted. */
const UPLOAD_HOURS = 24;

/** An upload as an import pins it. */
export interface FoundUpload extends Row {
  id: string;
  name: string;
  size_bytes: number;
  checksum_sha256: string;
}

/** Stores an upload whose bytes are in the store, and answers its JSON. */
export function insertUpload(
  { teamId, actorType, actorId }: TeamContext,
  { id, name, size_bytes: size, checksum_sha256: sha256 }: StagedImportSource,
): Statement {
  return {
    name: "data.import_uploads.insert",
    text: `insert into data.import_uploads as u (team_id, id, name, size_bytes, checksum_sha256, created_by_type,
        created_by_id, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 hour')
      returning json_build_object('id', u.id, 'name', u.name, 'bytes', u.size_bytes, 'sha256', u.checksum_sha256,
        'expires_at', ${instant("u.expires_at")})::text as body`,
    values: [teamId, id, name, size, sha256, actorType, actorId, UPLOAD_HOURS],
  };
}

/** Counts the uploads of the team that have begun no import and are not expired. */
export function countUploads(teamId: string): Statement {
  return {
    name: "data.import_uploads.count",
    text: `select count(*)::int as count from data.import_uploads u
      where u.team_id = $1 and u.import_id is null and u.expires_at > now()`,
    values: [teamId],
  };
}

/** Reads an upload that its uploader can import. */
export function findUpload(teamId: string, id: string, uploader: string): Statement {
  return {
    name: "data.import_uploads.find",
    text: `select u.id, u.name, u.size_bytes::float8 as size_bytes, u.checksum_sha256 from data.import_uploads u
      where u.team_id = $1 and u.id = $2 and u.created_by_id = $3 and u.import_id is null and u.expires_at > now()`,
    values: [teamId, id, uploader],
  };
}

/** Pins an upload for the import that it begins; answers nothing if another import has it, or it is gone. */
export function pinUpload(teamId: string, id: string, importId: string): Statement {
  return {
    name: "data.import_uploads.pin",
    text: `update data.import_uploads u set import_id = $3
      where u.team_id = $1 and u.id = $2 and coalesce(u.import_id, $3) = $3 returning u.id`,
    values: [teamId, id, importId],
  };
}

/** Removes the upload that an import has begun with, and answers its id. */
export function removeUploadOf(teamId: string, importId: string): Statement {
  return {
    name: "data.import_uploads.remove",
    text: "delete from data.import_uploads u where u.team_id = $1 and u.import_id = $2 returning u.id",
    values: [teamId, importId],
  };
}
