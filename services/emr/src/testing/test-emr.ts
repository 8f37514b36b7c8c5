import assert from "node:assert/strict";
import type { Caller } from "@jst/caller";
import { SystemDatabase } from "@jst/db";
import { CursorCodec } from "@jst/query";
import {
  testCaller,
  testDatabase,
  testDoor,
  withClient,
  type TestDatabase,
  type TestDoor,
} from "@jst/testing";
import { after } from "node:test";
import { descriptor, rpcs } from "../../gen/registry.ts";
import type { ImportReport } from "../../gen/rpc.ts";
import { accessLog } from "../access/access-log.ts";
import { AccessWriter } from "../access/access-writer.ts";
import { resources } from "../resources.ts";

/** The service under test. */
export interface TestEmr {
  database: TestDatabase;
  door: TestDoor;
  /** Looks past the service into its tables, under no team. */
  sql: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;
  /** Imports a Bundle, given as its entries' resources or as text; throws where it is refused. */
  take: (caller: Caller, bundle: readonly object[] | string, enroll?: boolean) => Promise<ImportReport>;
  /** What is on record of the caller's team, in the order of recording. */
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

/** The service behind its real door, on a database of its own; the record is reached at `auditUrl`. */
export async function testEmr(auditUrl?: (database: TestDatabase) => Promise<string>): Promise<TestEmr> {
  const database = await testDatabase("emr");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const audit = new SystemDatabase({
    connectionString: (await auditUrl?.(database)) ?? database.urlOf("emr_audit"),
    poolSize: 3,
    applicationName: "emr_audit",
  });
  const accesses = new AccessWriter(audit);
  const door = await testDoor({
    name: "emr",
    database,
    rpcs,
    resources,
    descriptor,
    deps: ({ database: own }) => ({ cursors, database: own, accesses }),
    accessLog: () => accessLog(accesses),
  });
  after(() => audit.close());
  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    withClient(database.superuserUrl, async (client) => (await client.query<R>(text, values)).rows);
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
  return { database, door, sql, take, looks };
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
