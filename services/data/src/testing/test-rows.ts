import { testCaller, withClient, type TestDatabase, type TestReply } from "@jst/testing";
import { testData } from "./test-data.ts";

/** Columns of the table the tests of single rows share. */
export const columns = [
  { name: "title", type: "text", required: true },
  { name: "size", type: "number" },
  { name: "open", type: "boolean" },
  { name: "due", type: "date" },
  { name: "tag", type: "text", unique: true },
  { name: "meta", type: "json" },
];

type Headers = Record<string, string>;

/** The service with one team and one table, and each rpc of a row in short. Call it at the top of a test file. */
export async function testRows(options: Parameters<typeof testData>[0] = {}) {
  const data = await testData(options);
  const caller = testCaller();
  const tableId = await data.table(caller, columns);
  const at = (rowId: string) => ({ caller, path: { table_id: tableId, row_id: rowId } });
  const { door } = data;
  return {
    ...data,
    caller,
    tableId,
    create: (cells: unknown): Promise<TestReply> =>
      door.call("CreateRow", { caller, path: { table_id: tableId }, body: { data: cells } }),
    get: (rowId: string, headers: Headers = {}): Promise<TestReply> =>
      door.call("GetRow", { ...at(rowId), headers }),
    patch: (rowId: string, body: unknown, headers: Headers = {}): Promise<TestReply> =>
      door.call("UpdateRow", { ...at(rowId), body, headers }),
    remove: (rowId: string, headers: Headers = {}): Promise<TestReply> =>
      door.call("DeleteRow", { ...at(rowId), headers }),
    /** Moves the deletion of a row into the past. */
    age: (rowId: string, days: number) =>
      behindTheService(data.database, [
        ["update data.rows set deleted_at = now() - $2 * interval '1 day' where id = $1", [rowId, days]],
      ]),
    /** Runs the statement with the table's id and says that the columns have changed. */
    changeColumns: (statement = "select $1::uuid") =>
      behindTheService(data.database, [
        [statement, [tableId]],
        ["update data.tables set schema_version = schema_version + 1 where id = $1", [tableId]],
      ]),
  };
}

/** Runs statements as a superuser without the triggers, which record who acts. */
function behindTheService(
  database: TestDatabase,
  statements: [text: string, values: unknown[]][],
): Promise<void> {
  return withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const [text, values] of statements) await client.query(text, values);
  });
}
