import { withClient, type TestReply } from "@jst/testing";
import type { Caller } from "@jst/caller";
import { testCrm } from "./test-crm.ts";
import { human } from "./test-people.ts";

/** The service, and each rpc of a task in short. Call it at the top of a test file. */
export async function testTasks() {
  const crm = await testCrm();
  const { door, database } = crm;
  return {
    ...crm,
    create: (caller: Caller, body: unknown): Promise<TestReply> => door.call("CreateTask", { caller, body }),
    patch: (caller: Caller, task_id: string, body: unknown): Promise<TestReply> =>
      door.call("UpdateTask", { caller, path: { task_id }, body }),
    complete: (caller: Caller, task_id: string, more: object = {}): Promise<TestReply> =>
      door.call("CompleteTask", { caller, path: { task_id }, ...more }),
    list: (caller: Caller, query = ""): Promise<TestReply> => door.call("ListTasks", { caller, query }),
    /** Id of a new contact of the caller's team. */
    newContact: async (caller: Caller): Promise<string> => {
      const reply = await door.call("CreateContact", { caller, body: { first_name: "Ada" } });
      return (reply.body as { id: string }).id;
    },
    /** Undoes what a reply did. */
    undo: (caller: Caller, { headers }: TestReply): Promise<TestReply> =>
      door.call("UndoChangeset", {
        caller: human(caller.team_id, "admin"),
        path: { changeset_id: headers["x-changeset-id"] ?? "" },
        body: {},
      }),
    /** `<op> <resource>` of a team's undo records, oldest first, and the tasks it has. */
    kept: ({ team_id }: Caller): Promise<{ tasks: number; changes: string[] }> =>
      withClient(database.superuserUrl, async (client) => {
        const { rows } = await client.query<{ tasks: number; changes: string[] }>(
          `select (select count(*)::int from crm.tasks where team_id = $1) as tasks,
             (select coalesce(json_agg(op || ' ' || resource order by seq), '[]') from crm.changes where team_id = $1)
               as changes`,
          [team_id],
        );
        return rows[0] ?? { tasks: 0, changes: [] };
      }),
  };
}
