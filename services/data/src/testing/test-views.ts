import assert from "node:assert/strict";
import type { TestReply } from "@jst/testing";
import { testSheets } from "./test-sheets.ts";

/** Columns of the table the tests of views share. */
export const taskColumns = [
  { name: "title", type: "text" },
  { name: "size", type: "number" },
  { name: "due", type: "date" },
  { name: "meta", type: "json" },
  {
    name: "stage",
    type: "state",
    options: {
      states: ["open", "busy", "done"],
      initial: "open",
      transitions: { open: ["busy"], busy: ["done"] },
    },
  },
  { name: "twice", type: "formula", formula: "{size} * 2" },
];

/** The service, and tables with views. Call it at the top of a test file. */
export async function testViews() {
  const data = await testSheets();
  const { door, sheet } = data;

  /** A table of tasks with these rows, and each rpc of a view in short. */
  async function tasks(rows: Record<string, unknown>[] = []) {
    const s = await sheet(taskColumns, rows);
    const at = (id: string) => ({ caller: s.caller, path: { ...s.path, view_id: id } });
    return {
      ...s,
      view: (body: unknown): Promise<TestReply> =>
        door.call("CreateView", { caller: s.caller, path: s.path, body }),
      /** A view that is there, by its id. */
      saved: async (body: object): Promise<string> => {
        const reply = await door.call("CreateView", {
          caller: s.caller,
          path: s.path,
          body: { name: "V", ...body },
        });
        assert.equal(reply.status, 201, JSON.stringify(reply.body));
        return (reply.body as { id: string }).id;
      },
      read: (id: string, query = "", more: object = {}): Promise<TestReply> =>
        door.call("GetView", { ...at(id), query, ...more }),
      change: (id: string, body: unknown, more: object = {}): Promise<TestReply> =>
        door.call("UpdateView", { ...at(id), body, ...more }),
      drop: (id: string, more: object = {}): Promise<TestReply> =>
        door.call("DeleteView", { ...at(id), ...more }),
    };
  }
  return { ...data, tasks };
}
