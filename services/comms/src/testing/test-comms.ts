import { SecretBox } from "@jst/config";
import { SystemDatabase } from "@jst/db";
import { UrlGuard } from "@jst/jobs/outbound";
import { CursorCodec } from "@jst/query";
import {
  TEST_AUDIENCE,
  testDatabase,
  testDoor,
  TestServices,
  withClient,
  type TestDatabase,
  type TestDoor,
} from "@jst/testing";
import { after } from "node:test";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { findFaults } from "../faults/find-faults.ts";
import { mailThread } from "../inbound/mime/mails.ts";
import { LiquidThread } from "../templates/liquid-thread.ts";
import { type ProviderRouting, type Route, capturing } from "../providers/provider.ts";
import { storedRequests } from "../messages/sealed-content.ts";
import { resources } from "../resources.ts";
import { commsApp } from "../http-app.ts";
import { testOthers, type TestOthers } from "./test-others.ts";

/** Box that seals the secrets of teams in tests. */
export const TEST_SECRETS = new SecretBox({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });

/** Lets through what a developer's machine does; no name has an address. */
export const testGuard = new UrlGuard({ allowsLoopback: true, refusedHosts: [], refusedRanges: [] }, () =>
  Promise.resolve([]),
);

/** The service under test. */
export interface TestComms extends TestOthers {
  database: TestDatabase;
  door: TestDoor;
  /** Looks past the service into its tables. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
}

/** The service behind its real door, on a database of its own. Call it at the top of a test file. */
export async function testComms({
  routing = capturing,
  fleetMail,
  secrets = TEST_SECRETS,
}: { routing?: ProviderRouting; fleetMail?: Route; secrets?: SecretBox } = {}): Promise<TestComms> {
  const database = await testDatabase("comms");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const others = await testOthers(new TestServices(TEST_AUDIENCE));
  const lookup = new SystemDatabase({
    connectionString: database.urlOf("comms_lookup"),
    poolSize: 1,
    applicationName: "comms_lookup",
  });
  const worker = new SystemDatabase({
    connectionString: database.urlOf("comms_worker"),
    poolSize: 1,
    applicationName: "comms_operator",
  });
  after(() => Promise.all([lookup.close(), worker.close()]));
  const deps = {
    ...others.reached,
    cursors,
    lookup,
    worker,
    routing,
    fleetMail,
    guard: testGuard,
    forgetRoute: () => undefined,
    liquid: new LiquidThread(),
    mails: mailThread(),
    secrets,
  };
  const door = await testDoor({
    name: "comms",
    database,
    rpcs,
    resources,
    requests: storedRequests(secrets),
    descriptor,
    findFaults,
    deps: (basis) => ({ ...deps, database: basis.database }),
    http: commsApp,
  });
  const sql: TestComms["sql"] = (text, values = []) => lookInto(database, text, values);
  return { ...others, database, door, sql };
}

function lookInto<R extends object>(
  { superuserUrl }: TestDatabase,
  text: string,
  values: unknown[],
): Promise<R[]> {
  return withClient(superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
}
