import { CursorCodec } from "@jst/query";
import {
  TEST_AUDIENCE,
  testDatabase,
  testDoor,
  testPeer,
  TestServices,
  withClient,
  type TestDatabase,
  type TestDoor,
  type TestPeer,
} from "@jst/testing";
import { after } from "node:test";
import { internal, type ContactAddress } from "../../gen/internal.ts";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { Contacts } from "../people/contacts.ts";
import { resources } from "../resources.ts";

/** The service under test. */
export interface TestComms {
  database: TestDatabase;
  door: TestDoor;
  /** crm as comms sees it: the contacts that a test puts there, of every team. */
  crm: TestPeer;
  people: Map<string, ContactAddress>;
  /** Looks past the service into its tables. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
}

/** The service behind its real door, on a database of its own. Call it at the top of a test file. */
export async function testComms(): Promise<TestComms> {
  const database = await testDatabase("comms");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const services = new TestServices(TEST_AUDIENCE);
  const people = new Map<string, ContactAddress>();
  const crm = await testPeer({
    name: "crm",
    descriptor: internal.descriptor,
    services,
    answer: ({ body }) => ({
      contacts: (body as { ids: string[] }).ids.flatMap((id) => people.get(id) ?? []),
    }),
  });
  const contacts = new Contacts(crm.address, services.signer("comms"));
  after(() => contacts.close());
  const deps = { cursors, contacts };
  const door = await testDoor({ name: "comms", database, rpcs, resources, descriptor, deps: () => deps });
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
  return { database, door, crm, people, sql };
}
