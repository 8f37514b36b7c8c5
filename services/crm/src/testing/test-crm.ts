import { callersFrom, type CallerOf } from "@jst/changes";
import { CursorCodec } from "@jst/query";
import { nearestSettings } from "@jst/search";
import { createLogger } from "@jst/telemetry";
import {
  TEST_AUDIENCE,
  TEST_BASE_URL,
  testDatabase,
  testDoor,
  TestServices,
  withClient,
  type TestDatabase,
  type TestDoor,
  type TestPeer,
  type TestUpstream,
} from "@jst/testing";
import { after } from "node:test";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { findFaults } from "../faults/find-faults.ts";
import type { PageTeam } from "@jst/pages";
import { formPages } from "../form-pages/form-pages.ts";
import type { Deps } from "../deps.ts";
import { contactImports } from "../imports/import-work.ts";
import { resources } from "../resources.ts";
import { Things } from "../comments/things.ts";
import { testAuth, type TestAuth, type TestFile } from "./test-auth.ts";
import { testThings } from "./test-things.ts";

/** An audit entry of the outbox. */
export type StoredAudit = Record<string, unknown>;

/** An event of the outbox. */
export interface StoredEvent {
  type: string;
  changeset_id: string;
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> };
}

/** Everything a team has in the database, however it came there. */
export interface Stored {
  contacts: number;
  /** Facts, and events of the types of the first release. */
  events: StoredEvent[];
  /** Operations of the undo records, oldest first. */
  changes: string[];
}

/** The service under test. */
export interface TestCrm {
  database: TestDatabase;
  door: TestDoor;
  /** auth as crm sees it: every id is a member of every team, but for strangers. */
  auth: TestPeer;
  strangers: Set<string>;
  /** The member of every team with this full name. */
  memberCalled: TestAuth["memberCalled"];
  /** Signed callers by the ids of their tokens, as auth makes them for proposers. */
  tokens: Map<string, string>;
  /** Teams that have pages, by their slugs. */
  teams: Map<string, PageTeam>;
  /** Files of every team, by their ids. */
  files: Map<string, TestFile>;
  /** Services that have things, but for crm itself. */
  others: TestUpstream;
  /** Looks past the service into its tables. */
  stored: (teamId: string) => Promise<Stored>;
  /** The team's audit entries on their way to auth, oldest first. */
  audit: (teamId: string) => Promise<StoredAudit[]>;
  /** Nothing can be put into the outbox while the work runs. */
  breakOutbox: (work: () => Promise<void>) => Promise<void>;
}

/**
 * The service behind its real door, on a database of its own without contacts; with `asksAuth` approvals ask auth who
 * stands behind the proposing token. Call it at the top of a test file.
 */
export async function testCrm({ asksAuth = false, hasImports = false } = {}): Promise<TestCrm> {
  // Work on imports ends before its database is gone.
  const ends: (() => Promise<void>)[] = [];
  after(() => Promise.all(ends.map((end) => end())));
  const database = await testDatabase("crm");
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const services = new TestServices(TEST_AUDIENCE);
  const { peer, ...peers } = await testAuth(services);
  const { strangers, tokens, memberCalled, teams, files, directory, auth, data } = peers;
  const { others, opened, lazily } = await testThings();
  const door: TestDoor = await testDoor({
    name: "crm",
    databaseSettings: nearestSettings,
    database,
    rpcs,
    resources,
    descriptor,
    findFaults,
    deps: (basis) => {
      const imports = contactImports({
        ...{ database: basis.database, data, workerUrl: database.urlOf("crm_worker") },
        ...{ logger: createLogger("crm", "error"), baseUrl: TEST_BASE_URL, leaseMs: 3_000, deps: () => deps },
        callerOf: (proposer) => door.callers.find(proposer),
        rulesOf: (teamId, version) => door.callers.rulesOf(teamId, version),
      });
      const things = new Things({ upstreams: lazily(() => opened(door.address)), auth, data });
      const deps: Deps = { cursors, database: basis.database, directory, auth, data, things, imports };
      if (hasImports) imports.start();
      ends.push(() => imports.stop());
      return deps;
    },
    http: formPages,
    ...(asksAuth && { callerOf: askingAuth(auth) }),
  });
  const known = { auth: peer, strangers, tokens, memberCalled, teams, files, others };
  return { database, door, stored: storedIn(database), ...outboxOf(database), ...known };
}

/** Types of events of the first release, whose rules later types do not change (events.types). */
const FIRST = new Set(["contact.created", "contact.updated", "form.submitted"]);

/** Looks past the service into its tables. */
function storedIn(database: TestDatabase): TestCrm["stored"] {
  return (teamId) =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<Stored>(
        `select (select count(*)::int from crm.contacts where team_id = $1) as contacts,
           (select coalesce(json_agg(payload order by seq), '[]') from crm.outbox
            where team_id = $1 and type <> 'audit' and type not like 'notice.%') as events,
           (select coalesce(json_agg(op order by seq), '[]') from crm.changes where team_id = $1) as changes`,
        [teamId],
      );
      const { events = [], ...others } = rows[0] ?? { contacts: 0, changes: [] };
      return { ...others, events: events.filter((event) => "fact_id" in event || FIRST.has(event.type)) };
    });
}

/** Asks auth who stands behind a token, as the service does; auth's answer stands for the known caller. */
function askingAuth(auth: Deps["auth"]): (known: CallerOf) => CallerOf {
  return (known) => (proposer, hop) => callersFrom(auth, () => known(proposer, hop))(proposer, hop);
}

function outboxOf({ superuserUrl }: TestDatabase): Pick<TestCrm, "audit" | "breakOutbox"> {
  const own = (text: string) => withClient(superuserUrl, (client) => client.query(text));
  return {
    audit: (teamId) =>
      withClient(superuserUrl, async (client) => {
        const { rows } = await client.query<{ payload: StoredAudit }>(
          "select payload from crm.outbox where team_id = $1 and type = 'audit' order by seq",
          [teamId],
        );
        return rows.map(({ payload }) => payload);
      }),
    breakOutbox: async (work) => {
      await own("revoke insert on crm.outbox from crm");
      try {
        await work();
      } finally {
        await own("grant insert on crm.outbox to crm");
      }
    },
  };
}
