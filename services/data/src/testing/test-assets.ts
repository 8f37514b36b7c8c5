import { testCaller, type TestReply } from "@jst/testing";
import type { Caller } from "@jst/caller";
import { testData } from "./test-data.ts";

/** Short form of an event. */
export interface Told {
  type: string;
  id: unknown;
  previous: unknown;
  changeset: string;
}

/** The service, and each way of moving an asset in short. Call it at the top of a test file. */
export async function testAssets() {
  const data = await testData();
  const { door } = data;
  const path = { table_id: "assets" };
  return {
    ...data,
    /** A team with one available asset. */
    asset: async (cells: Record<string, unknown> = {}) => {
      const caller = testCaller();
      const body = { data: { name: "Drill", ...cells } };
      const made = await door.call("CreateRow", { caller, path, body });
      if (made.status !== 201) throw new Error(`no asset: ${JSON.stringify(made.body)}`);
      const id = (made.body as { id: string }).id;
      const at = { caller, path: { asset_id: id } };
      return {
        caller,
        id,
        checkOut: (body: unknown, more: object = {}): Promise<TestReply> =>
          door.call("CheckOutAsset", { ...at, body, ...more }),
        takeBack: (body: unknown = {}, more: object = {}): Promise<TestReply> =>
          door.call("ReturnAsset", { ...at, body, ...more }),
        patch: (cells: Record<string, unknown>): Promise<TestReply> =>
          door.call("UpdateRow", { caller, path: { ...path, row_id: id }, body: { data: cells } }),
        read: async (): Promise<Record<string, unknown>> =>
          ((await door.call("GetRow", { caller, path: { ...path, row_id: id } })).body as { data: object })
            .data as Record<string, unknown>,
      };
    },
    /** The events of a team, oldest first. */
    told: async ({ team_id }: Caller): Promise<Told[]> =>
      (await data.events(team_id)).map(({ type, changeset_id, data: { object, previous } }) => ({
        type,
        id: object["id"],
        previous,
        changeset: changeset_id,
      })),
  };
}

/** Assignee in most tests. */
export const warehouse = { type: "location", id: "Warehouse 2" };
