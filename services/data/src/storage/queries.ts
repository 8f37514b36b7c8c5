import type { Statement } from "@jst/db";

/** A table of a team. */
export interface TableKey {
  teamId: string;
  tableId: string;
}

/** Tables of the shared physical table that hold at least this many rows, the largest first. */
export function findGrown(rowsMin: number): Statement {
  return {
    name: "find_grown",
    text: `select r.team_id, r.table_id from only data.rows r
      group by r.team_id, r.table_id having count(*) >= $1 order by count(*) desc limit 20`,
    values: [rowsMin],
  };
}

/** Moves a table's rows to a physical table of its own (migration 0006); answers their number, null when nothing is to be moved. */
export function promoteTable({ teamId, tableId }: TableKey): Statement {
  return {
    name: "promote_table",
    text: "select data.promote_table($1, $2)::float8 as moved, 'rows_' || replace($2::uuid::text, '-', '') as relation",
    values: [teamId, tableId],
  };
}
