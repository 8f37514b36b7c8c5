import { CursorCodec } from "@jst/query";
import { testDatabase, testDoor, type TestDatabase, type TestDoor } from "@jst/testing";
import { readFileSync } from "node:fs";
import { rpcs } from "../gen/registry.ts";

/** The service behind its real door, on a database of its own with no contacts. For tests alone. */
export async function crmDoor(): Promise<{ door: TestDoor; database: TestDatabase }> {
  const database = await testDatabase("crm");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const door = await testDoor({
    name: "crm",
    database,
    rpcs,
    descriptor: readFileSync(new URL("../gen/descriptor.binpb", import.meta.url)),
    deps: () => ({ cursors }),
  });
  return { door, database };
}
