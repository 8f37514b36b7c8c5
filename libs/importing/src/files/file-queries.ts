import type { Row, Statement, TeamTx } from "@jst/db";
import type { FileLink } from "@jst/tabular/read";
import type { StoredImport } from "../import.ts";

type Generation = Pick<StoredImport, "id" | "generation">;

/** Place of the files of a source among the records that a run makes. */
export const FILES = "files";

/** Names the files that a run stores because rows name them; one of the same bytes is named once. */
export async function insertFiles(
  tx: TeamTx,
  { id, generation }: Generation,
  files: readonly FileLink[],
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map((value) => ({ key: value.sha256, goal: { place: FILES, column: "", value } }));
  await tx.query({
    name: "import_named_insert_files",
    text: `insert into import_named (team_id, import_id, generation, key, goal)
      select distinct on (f.key) $1::uuid, $2::uuid, $3::int, decode(f.key, 'hex'), f.goal
      from jsonb_to_recordset($4::jsonb) as f (key text, goal jsonb) order by f.key
      on conflict do nothing`,
    values: [tx.context.teamId, id, generation, JSON.stringify(rows)],
  });
}

/** File of a source that is to be stored. */
export interface WaitingFile extends Row {
  file: FileLink;
}

/** Reads the next files that are to be stored. */
export function findFiles(teamId: string, { id, generation }: Generation, limit: number): Statement {
  return {
    name: "import_named_waiting_files",
    text: `select n.goal -> 'value' as file from import_named n
      where n.team_id = $1 and n.import_id = $2 and n.generation = $3 and n.is_waiting and n.goal ->> 'place' = $5
      order by n.key limit $4`,
    values: [teamId, id, generation, limit, FILES],
  };
}
