import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Caller } from "@jst/caller";
import { testCaller, type TestDoor, type TestReply } from "@jst/testing";
import { testData } from "./test-data.ts";

/** The service, and tables whose columns change. Call it at the top of a test file. */
export async function testSheets() {
  const data = await testData();
  const { door, table } = data;

  /** A table with rows, of a team of its own, in its zone. */
  async function sheet(
    columns: Record<string, unknown>[],
    rows: Record<string, unknown>[] = [],
    timezone = "UTC",
  ) {
    const made = testCaller();
    const caller = { ...made, team: { ...made.team, timezone } };
    const self = sheetOf(door, caller, await table(caller, columns));
    for (const data of rows) assert.equal((await self.row(data)).status, 201);
    return self;
  }

  return { ...data, sheet };
}

/** A table that is there, and each rpc of a column in short. */
export function sheetOf(door: TestDoor, caller: Caller, tableId: string) {
  const path = { table_id: tableId };
  const admin = testCaller({
    team_id: caller.team_id,
    team: caller.team,
    token_type: "human",
    member_id: randomUUID(),
    role: "admin",
  });
  const shown = async (name: string) => {
    const reply = await door.call("ListColumns", { caller, path });
    const { columns } = reply.body as { columns: { id: string; name: string; [member: string]: unknown }[] };
    return columns.find((each) => each.name === name);
  };
  const column = async (name: string): Promise<string> => (await shown(name))?.id ?? "";
  return {
    caller,
    path,
    /** The column as the API shows it. */
    shown,
    column,
    row: (data: unknown): Promise<TestReply> => door.call("CreateRow", { caller, path, body: { data } }),
    patch: (rowId: string, data: unknown): Promise<TestReply> =>
      door.call("UpdateRow", { caller, path: { ...path, row_id: rowId }, body: { data } }),
    create: (body: unknown): Promise<TestReply> => door.call("CreateColumn", { caller, path, body }),
    update: async (name: string, body: unknown, more: object = {}): Promise<TestReply> =>
      door.call("UpdateColumn", {
        caller,
        path: { ...path, column_id: await column(name) },
        body,
        ...more,
      }),
    remove: async (name: string, more: object = {}): Promise<TestReply> =>
      door.call("DeleteColumn", { caller, path: { ...path, column_id: await column(name) }, ...more }),
    cells: async (name: string): Promise<unknown[]> => {
      const reply = await door.call("ListRows", { caller, path, query: "sort=created_at:asc" });
      const { rows: listed } = reply.body as { rows: { data: Record<string, unknown> }[] };
      return listed.map((each) => each.data[name]);
    },
    /** An admin of the team takes back what the reply says was done. */
    undo: ({ headers }: TestReply, body: object = {}): Promise<TestReply> =>
      door.call("UndoChangeset", {
        caller: admin,
        path: { changeset_id: headers["x-changeset-id"] ?? "" },
        body,
      }),
  };
}

/** Lists a refusal's status, code, and each member with its fault. */
export function refusal(reply: TestReply): unknown[] {
  const { code, errors = [] } = reply.body as { code: string; errors?: { field: string; code: string }[] };
  return [reply.status, code, ...errors.map((each) => `${each.field} ${each.code}`)];
}
