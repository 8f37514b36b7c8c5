import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { SecretBox } from "@jst/config";
import { plannedOnce, SystemDatabase } from "@jst/db";
import { notFound } from "@jst/errors";
import type { PageTeam } from "@jst/pages";
import { CursorCodec } from "@jst/query";
import { isUuid } from "@jst/rpc";
import { createLogger } from "@jst/telemetry";
import {
  TEST_AUDIENCE,
  TEST_BASE_URL,
  testCaller,
  testDatabase,
  testDoor,
  testPeer,
  testTeam,
  TestServices,
  withClient,
  type TestDatabase,
  type TestDoor,
  type TestPeer,
} from "@jst/testing";
import type { Caller } from "@jst/caller";
import { after } from "node:test";
import { internal, peers } from "../../gen/internal.ts";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { findFaults } from "../faults/find-faults.ts";
import { openPages } from "../documents/hosted.ts";
import { commerceApp } from "../http-app.ts";
import { Payers } from "../payers/payers.ts";
import { PdfCache, pdfThread } from "../pdf/pdf-cache.ts";
import { Providers } from "../providers/providers.ts";
import { resources } from "../resources.ts";

/** The service under test. */
export interface TestCommerce {
  database: TestDatabase;
  door: TestDoor;
  /** Unknown ids; every other id is a contact of every team. */
  strangers: Set<string>;
  /** Ids of contacts without an e-mail address. */
  unreachable: Set<string>;
  /** Facts of auth about a team that differ from those of every team; undefined for a removed one. */
  teams: Map<string, Partial<PageTeam> | undefined>;
  /** crm as commerce sees it. */
  crm: TestPeer;
  /** Sets a key of a team, as its operator does; throws where it is refused. */
  set: (caller: Caller, key: string, value: string) => Promise<void>;
  /** Looks past the service into its tables, under no team. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
  /** Writes past the triggers as well, as no process can: so a test moves what time would move. */
  rewrite: (text: string, values: unknown[]) => Promise<unknown>;
}

const KEYS = { current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) };
/** Seals what a team keeps secret here. */
export const TEST_SECRETS = new SecretBox(KEYS);
const TEST_PAGES = openPages(KEYS, TEST_BASE_URL);

/** The service behind its real door, on a database of its own. Call it at the top of a test file. */
export async function testCommerce(stripe: { stripeApi?: string } = {}): Promise<TestCommerce> {
  const database = await testDatabase("commerce");
  const cursors = new CursorCodec(KEYS);
  const logger = createLogger("commerce", "error");
  const services = new TestServices(TEST_AUDIENCE);
  const strangers = new Set<string>();
  const unreachable = new Set<string>();
  const crm = await testCrm(services, { strangers, unreachable });
  const teams = new Map<string, Partial<PageTeam> | undefined>();
  const authGrpc = (await testAuth(services, teams)).address;
  const addresses = { authGrpc, crmGrpc: crm.address, accountGrpc: "127.0.0.1:9" };
  const reached = peers(addresses, services.signer("commerce"));
  after(() => reached.close());
  const door = await testDoor({
    name: "commerce",
    database,
    databaseSettings: plannedOnce,
    rpcs,
    resources,
    descriptor,
    findFaults,
    guarded: TEST_PAGES.guarded(),
    deps: ({ database: own }) => ({
      cursors,
      payers: new Payers(reached.crm),
      pdfs: new PdfCache(pdfThread()),
      database: own,
      providers: new Providers({ database: own, secrets: TEST_SECRETS, logger, ...stripe }),
      secrets: TEST_SECRETS,
      worker: testWorker(database),
      auth: reached.auth,
      pages: TEST_PAGES,
    }),
    http: commerceApp,
  });
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
  const rewrite = (text: string, values: unknown[]) =>
    withClient(database.superuserUrl, async (client) => {
      await client.query("set session_replication_role = replica");
      return client.query(text, values);
    });
  const set = async ({ team_id }: Caller, key: string, value: string) => {
    const reply = await door.operate("SetSetting", { team_id, key, value });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  };
  return { database, door, strangers, unreachable, teams, crm, set, sql, rewrite };
}

/** The id of the contact whom a buyer with this address becomes. */
export const buyerId = (email: string): string =>
  createHash("sha256")
    .update(email.toLowerCase())
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

/** Database of the operator's rpcs, which see all teams. */
function testWorker(database: TestDatabase): SystemDatabase {
  const connectionString = database.urlOf("commerce_worker");
  const worker = new SystemDatabase({ connectionString, poolSize: 1, applicationName: "test" });
  after(() => worker.close());
  return worker;
}

/** crm, which knows every contact but the strangers. */
function testCrm(
  services: TestServices,
  { strangers, unreachable }: Pick<TestCommerce, "strangers" | "unreachable">,
): Promise<TestPeer> {
  return testPeer({
    name: "crm",
    descriptor: internal.descriptor,
    services,
    answer: ({ body }) => {
      // A buyer is a contact from then on, the same one by the same address.
      if ("email" in (body as object)) return { id: buyerId((body as { email: string }).email) };
      const known = (body as { ids: string[] }).ids.filter((id) => !strangers.has(id));
      return {
        contacts: known.map((id) => ({ id, ...payer(id), ...(unreachable.has(id) && { email: null }) })),
      };
    },
  });
}

/** auth, which knows every team. */
function testAuth(
  services: TestServices,
  teams: ReadonlyMap<string, Partial<PageTeam> | undefined>,
): Promise<TestPeer> {
  return testPeer({
    name: "auth",
    descriptor: internal.descriptor,
    services,
    answer: ({ body }) => {
      // By its slug a team is asked for where Stripe tells of it: here that is its id.
      const { slug: named = "", team_id = named } = body as { team_id?: string; slug?: string };
      const told = teams.get(team_id);
      if (!isUuid(team_id) || (told === undefined && teams.has(team_id))) throw notFound();
      const brand = { name: "Acme Ltd", logo: null, favicon: null, primary_color: "#0f766e" };
      return { team_id, slug: "acme", modules: ["commerce"], brand, timezone: "UTC", ...told };
    },
  });
}

/** Builds crm's payer for an id. */
export const payer = (id: string) => ({
  name: `Payer ${id.slice(-4)}`,
  company: null,
  email: "payer@example.com",
  phone: null,
  address: { line1: "1 Main Street", country: "GB" },
});

/** The same caller, whose team may use the module and is in this zone. */
export const inTeam = (caller: Caller = testCaller(), timezone = "UTC"): Caller => ({
  ...caller,
  team: { ...caller.team, timezone, modules: { ...caller.team.modules, commerce: true } },
});

/** People of one team with a service beside them, all of whom may use the module. */
export function commerceTeam() {
  const { member, admin, service } = testTeam();
  return { member: inTeam(member), admin: inTeam(admin), service: inTeam(service) };
}
