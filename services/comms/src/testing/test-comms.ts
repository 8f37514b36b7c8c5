import { CursorCodec } from "@jst/query";
import { testDatabase, testDoor, withClient, type TestDatabase, type TestDoor } from "@jst/testing";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { resources } from "../resources.ts";

/** The service under test. */
export interface TestComms {
  database: TestDatabase;
  door: TestDoor;
  /** Looks past the service into its tables. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
}

/** The service behind its real door, on a database of its own. Call it at the top of a test file. */
export async function testComms(): Promise<TestComms> {
  const database = await testDatabase("comms");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const door = await testDoor({
    name: "comms",
    database,
    rpcs,
    resources,
    descriptor,
    deps: () => ({ cursors }),
  });
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
  return { database, door, sql };
}
