import { kept } from "../files/kept-file.ts";
import type { Statement } from "@jst/db";

/** Pins a file whose bytes are there, deleted or not; answers its id, also if the holder has pinned it before. */
export function pinFileOf(teamId: string, id: string, holder: string): Statement {
  return {
    name: "data.file_pins.pin",
    text: `with there as (
        select f.id from data.files f where f.team_id = $1 and f.id = $2 and f.purged_at is null for share
      ), pinned as (
        insert into data.file_pins (team_id, file_id, holder_id) select $1, t.id, $3 from there t
        on conflict do nothing
      )
      select t.id from there t`,
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

/** Reads a file that the holder has pinned, deleted or not. */
export function findPinned(teamId: string, id: string, holder: string): Statement {
  return {
    name: "data.files.find_pinned",
    text: `select ${kept} from data.files t
      join data.file_pins p on p.team_id = t.team_id and p.file_id = t.id and p.holder_id = $3
      where t.team_id = $1 and t.id = $2 and t.purged_at is null`,
    values: [teamId, id, holder],
  };
}
