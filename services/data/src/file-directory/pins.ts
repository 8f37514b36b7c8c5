import type { Statement } from "@jst/db";

/**
 * Pins a file whose bytes are there, deleted or not, or an upload that no other holder has; answers its id, also if the
 * holder has pinned it before.
 */
export function pinFileOf(teamId: string, id: string, holder: string): Statement {
  return {
    name: "data.file_pins.pin",
    text: `with there as (
        select f.id from data.files f where f.team_id = $1 and f.id = $2 and f.purged_at is null for share
      ), pinned as (
        insert into data.file_pins (team_id, file_id, holder_id) select $1, t.id, $3 from there t
        on conflict do nothing
      ), upload as (
        update data.import_uploads u set import_id = $3
        where u.team_id = $1 and u.id = $2 and coalesce(u.import_id, $3) = $3 returning u.id
      )
      select t.id from there t union all select u.id from upload u`,
    values: [teamId, id, holder],
  };
}

/** Removes the pins of a holder. */
export function releaseFilesOf(teamId: string, holder: string): Statement {
  return {
    name: "data.file_pins.release",
    text: "delete from data.file_pins p where p.team_id = $1 and p.holder_id = $2",
    values: [teamId, holder],
  };
}

/** Reads the size of a file that the holder has pinned, deleted or not, or of its upload. */
export function findPinned(teamId: string, id: string, holder: string): Statement {
  return {
    name: "data.files.find_pinned",
    text: `select t.id, t.size_bytes::float8 as size_bytes from data.files t
      join data.file_pins p on p.team_id = t.team_id and p.file_id = t.id and p.holder_id = $3
      where t.team_id = $1 and t.id = $2 and t.purged_at is null
      union all
      select u.id, u.size_bytes::float8 from data.import_uploads u
      where u.team_id = $1 and u.id = $2 and u.import_id = $3`,
    values: [teamId, id, holder],
  };
}
