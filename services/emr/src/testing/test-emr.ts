import assert from "node:assert/strict";
import type { Caller } from "@jst/caller";
import { SystemDatabase } from "@jst/db";
import { contactsAt, Directory, filesAt } from "@jst/directory";
import { CursorCodec } from "@jst/query";
import {
  TEST_AUDIENCE,
  testCaller,
  testDatabase,
  testDoor,
  testPeer,
  TestServices,
  withClient,
  type TestDatabase,
  type TestDoor,
} from "@jst/testing";
import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { internal, peers } from "../../gen/internal.ts";
import { descriptor, rpcs } from "../../gen/registry.ts";
import type { ImportReport } from "../../gen/rpc.ts";
import { accessLog } from "../access/access-log.ts";
import { AccessWriter } from "../access/access-writer.ts";
import { resources } from "../resources.ts";

/** The service under test. */
export interface TestEmr {
  database: TestDatabase;
  door: TestDoor;
  /** Unknown ids; every other id is a contact, and a file, of every team. */
  strangers: Set<string>;
  /** Looks past the service into its tables, under no team. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
  /** Writes past the triggers as well, as no process can: so a test moves what time would move. */
  rewrite: (text: string, values: unknown[]) => Promise<unknown>;
  /** Imports a Bundle, given as its entries' resources or as text; throws where it is refused. */
  take: (caller: Caller, bundle: readonly object[] | string, enroll?: boolean) => Promise<ImportReport>;
  /** Access records of the caller's team, in their order. */
  looks: (caller: Caller) => Promise<Look[]>;
}

/** A row of the record. */
export interface Look {
  action: string;
  outcome: string;
  status: number;
  route: string;
  patient_id: string | null;
  contact_id: string | null;
  code: string | null;
  purpose_of_use: string | null;
}

/** The service behind its real door, on its own database; the record is reached at `auditUrl`, charts at `ownUrl`. */
export async function testEmr(
  auditUrl?: (database: TestDatabase) => Promise<string>,
  ownUrl?: (database: TestDatabase) => Promise<string>,
): Promise<TestEmr> {
  const made = await testDatabase("emr");
  const database: TestDatabase = { ...made, url: (await ownUrl?.(made)) ?? made.url };
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const audit = new SystemDatabase({
    connectionString: (await auditUrl?.(database)) ?? database.urlOf("emr_audit"),
    poolSize: 3,
    applicationName: "emr_audit",
  });
  const accesses = new AccessWriter(audit);
  const { strangers, crm, data } = await testKeepers();
  const directory = new Directory({ contact: contactsAt(crm), file: filesAt(data) });
  const door = await testDoor({
    name: "emr",
    database,
    rpcs,
    resources,
    descriptor,
    deps: ({ database: own }) => ({ cursors, database: own, audit, accesses, directory, crm }),
    accessLog: () => accessLog(accesses),
  });
  after(() => audit.close());
  const { sql, rewrite } = tablesOf(database);
  const take = async ({ team_id }: Caller, bundle: readonly object[] | string, enroll = true) => {
    const text = typeof bundle === "string" ? bundle : bundleOf(bundle);
    const reply = await door.operate("ImportBundle", { team_id, bundle: text, enroll });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body as ImportReport;
  };
  const looks = ({ team_id }: Caller) =>
    sql<Look>(
      `select a.action, a.outcome, a.status, a.route, a.patient_id, a.contact_id, a.code, a.purpose_of_use
from emr.audit a where a.team_id = $1 order by a.seq`,
      [team_id],
    );
  return { database, door, strangers, sql, rewrite, take, looks };
}

/** The tables as a superuser reaches them. */
function tablesOf({ superuserUrl }: TestDatabase): Pick<TestEmr, "sql" | "rewrite"> {
  return {
    sql: (text, values = []) =>
      withClient(superuserUrl, async (client) => (await client.query(text, values)).rows as never[]),
    rewrite: (text, values) =>
      withClient(superuserUrl, async (client) => {
        await client.query("set session_replication_role = replica");
        return client.query(text, values);
      }),
  };
}

/** crm and data, which know every id that is not a stranger's; a contact is made for each address. */
async function testKeepers() {
  const services = new TestServices(TEST_AUDIENCE);
  const strangers = new Set<string>();
  const made = new Map<string, string>();
  const answer = ({ body }: { body: unknown }) => {
    const asked = body as { ids?: string[]; team_id: string; email?: string };
    if (asked.ids !== undefined) return { ids: asked.ids.filter((id) => !strangers.has(id)) };
    const key = `${asked.team_id} ${asked.email ?? ""}`;
    made.set(key, made.get(key) ?? randomUUID());
    return { id: made.get(key) };
  };
  const peer = (name: string) => testPeer({ name, descriptor: internal.descriptor, services, answer });
  const [crm, data] = [await peer("crm"), await peer("data")];
  const away = { authGrpc: "127.0.0.1:9", accountGrpc: "127.0.0.1:9" };
  const addresses = { ...away, crmGrpc: crm.address, dataGrpc: data.address };
  const reached = peers(addresses, services.signer("emr"));
  after(() => reached.close());
  return { strangers, crm: reached.crm, data: reached.data };
}

/** The resources as a Bundle. */
export function bundleOf(resources: readonly object[]): string {
  return JSON.stringify({
    resourceType: "Bundle",
    type: "collection",
    entry: resources.map((resource) => ({ resource })),
  });
}

/** Somebody of a team that has charts, with laboratory values. */
export const reader = (caller: Caller = testCaller(), labs = true): Caller => ({
  ...caller,
  team: { ...caller.team, modules: { ...caller.team.modules, emr: true, "emr.labs": labs, wellness: true } },
});

/** A Patient with a record number. */
export const ada = (rest: object = {}): object => ({
  resourceType: "Patient",
  id: "ada",
  identifier: [
    { system: "urn:insurer", value: "I-1" },
    { system: "urn:clinic", value: "MRN-1", type: { coding: [{ code: "MR" }] } },
  ],
  name: [{ use: "official", family: "Lovelace", given: ["Ada", "King"] }],
  gender: "female",
  birthDate: "1815-12-10",
  ...rest,
});

/** The entry of a list without its id, which it must have. */
export function withoutId({ id, ...rest }: { id: string }): object {
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  return rest;
}
