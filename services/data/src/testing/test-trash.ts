import assert from "node:assert/strict";
import { type TestDatabase, type TestDoor, type TestReply, withClient } from "@jst/testing";
import type { sheetOf } from "./test-sheets.ts";

type Sheet = ReturnType<typeof sheetOf>;

/** More deleted rows than a change of columns rewrites. */
export const MANY = 10_001;

/** Puts that many deleted rows with these cells into a sheet, past the service. */
export async function fillTrash(
  database: TestDatabase,
  s: Sheet,
  rows: number,
  cells: object,
): Promise<void> {
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into data.rows (team_id, table_id, data, created_by_type, deleted_at)
       select $1, $2, $4, 'service', now() from generate_series(1, $3)`,
      [s.caller.team_id, s.path.table_id, rows, cells],
    );
  });
}

/** Fails unless all of it was done. */
export function assertOk(...replies: TestReply[]): void {
  for (const reply of replies) assert.ok(reply.status < 300, JSON.stringify(reply.body));
}

/** Commands on one row of a sheet. */
export function rowOf(door: TestDoor, s: Sheet, row_id: string) {
  const at = { caller: s.caller, path: { ...s.path, row_id } };
  return {
    id: row_id,
    get: async () => ((await door.call("GetRow", at)).body as { data: Record<string, unknown> }).data,
    drop: () => door.call("DeleteRow", at),
    restore: () => door.call("UpdateRow", { ...at, body: { action: "restore" } }),
  };
}
