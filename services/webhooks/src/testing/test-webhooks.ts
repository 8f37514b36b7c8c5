import { SecretBox } from "@jst/config";
import { UrlGuard, type Resolve } from "@jst/jobs/outbound";
import { CursorCodec } from "@jst/query";
import { createLogger } from "@jst/telemetry";
import { testDatabase, testDoor, withClient, type TestDatabase, type TestDoor } from "@jst/testing";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { findFaults } from "../faults/find-faults.ts";
import { resources } from "../resources.ts";
import { ReadPages } from "../events/read-pages.ts";
import { operatorDeps } from "../operator/operator-deps.ts";

/** The service under test. */
export interface TestWebhooks {
  database: TestDatabase;
  door: TestDoor;
  guard: UrlGuard;
  secrets: SecretBox;
  /** Looks past the service into its tables. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
}

/** Names of the tests' own world. Every other name does not exist. */
const names: Readonly<Record<string, string[]>> = {
  "example.com": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "inside.example.com": ["10.0.0.7"],
  "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
};

/** Resolves the names of the tests' world. */
export const testResolve: Resolve = (name) => Promise.resolve(names[name.replace(/\.$/, "")] ?? []);

/** A logger that only speaks of errors. */
export const testLogger = createLogger("webhooks", "error");

/** The key that seals secrets unless a test says otherwise; its name is k1. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7);

/** The service behind its real door, on a database of its own without endpoints. Call it at the top of a test file. */
export async function testWebhooks(
  options: { secrets?: SecretBox; guard?: UrlGuard } = {},
): Promise<TestWebhooks> {
  const database = await testDatabase("webhooks");
  const key = () => new Map([["k1", TEST_SECRET_KEY]]);
  const cursors = new CursorCodec({ current: "k1", keys: key() });
  const secrets = options.secrets ?? new SecretBox({ current: "k1", keys: key() });
  const rules = { allowsLoopback: true, refusedHosts: [], refusedRanges: [] };
  const guard = options.guard ?? new UrlGuard(rules, testResolve);
  const noIntake = { brokers: { addresses: "" }, groupId: "", topics: [], logger: testLogger };
  const { onQueue } = operatorDeps(database.urlOf("webhooks_worker"), noIntake);
  const operator = { onQueue, intakeLag: () => Promise.resolve([]) };
  const door = await testDoor({
    name: "webhooks",
    database,
    rpcs,
    resources,
    descriptor,
    findFaults,
    deps: (basis) => ({
      ...{ cursors, guard, secrets, operator },
      database: basis.database,
      readPages: new ReadPages(),
    }),
  });
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
  return { database, door, guard, secrets, sql };
}
