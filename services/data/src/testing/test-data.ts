import { CursorCodec } from "@jst/query";
import { nearestSettings } from "@jst/search";
import type { Caller } from "@jst/caller";
import {
  TEST_BASE_URL,
  testCaller,
  testDatabase,
  testDoor,
  withClient,
  type TestDatabase,
  type TestDoor,
} from "@jst/testing";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { descriptor, rpcs } from "../../gen/registry.ts";
import { findFaults } from "../faults/find-faults.ts";
import { filePartsOf } from "../files/file-parts.ts";
import { directoryOf, type Deps } from "../deps.ts";
import { dataImports } from "../imports/import-work.ts";
import { DirectoryStore } from "../files/store/directory-store.ts";
import type { FileStore } from "../files/store/file-store.ts";
import { stagesOf } from "../import-uploads/stage-source.ts";
import { resources } from "../resources.ts";
import { ProvisionedTeams } from "../provisioning/provisioned-teams.ts";
import { LOOKING_MS } from "../engine/lists/list-time.ts";
import { IndexWishes } from "../engine/indexes/index-wishes.ts";
import { SchemaCache } from "../engine/schema/schema-cache.ts";
import { testAirtable } from "./test-airtable.ts";
import { quietLogger } from "./test-storage.ts";
import { testPeers, type TestPeers } from "./test-peers.ts";

/** Everything a team has in the database besides its table assets, however it came there. */
export interface Stored {
  tables: number;
  columns: number;
  rows: number;
  /** `<op> <resource>` of the undo records, oldest first. */
  changes: string[];
}

/** An event of the outbox. */
export interface StoredEvent {
  type: string;
  changeset_id: string;
  data: { object: Record<string, unknown>; previous?: Record<string, unknown> };
}

/** The service under test. */
export interface TestData {
  database: TestDatabase;
  door: TestDoor;
  peers: TestPeers;
  /** Store of the bytes of files, and its folder. */
  store: FileStore;
  folder: string;
  /** Looks past the service into its tables. */
  stored: (teamId: string) => Promise<Stored>;
  /** The team's events on their way to the broker, oldest first. */
  events: (teamId: string) => Promise<StoredEvent[]>;
  /** A table of the caller, made through the door. */
  table: (caller: Caller, columns: Record<string, unknown>[]) => Promise<string>;
}

const sql = `select
  (select count(*)::int from data.tables where team_id = $1 and not is_system) as tables,
  (select count(*)::int from data.columns c join data.tables t on t.id = c.table_id where c.team_id = $1 and not t.is_system) as columns,
  (select count(*)::int from data.rows where team_id = $1) as rows,
  (select coalesce(json_agg(op || ' ' || resource order by seq), '[]') from data.changes
   where team_id = $1 and actor_type <> 'system') as changes`;

const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });

/** Options of a test. */
interface TestDataOptions {
  schemas?: SchemaCache;
  lookingMs?: number;
  /** Address at which the service finds the database, such as a proxy in front of it. */
  reach?: (databaseUrl: string) => Promise<string>;
  /** Where the bytes of files are; a folder by default. */
  files?: FileStore;
  /** How long an upload may take. */
  uploadMs?: number;
  /** Whether the service works on imports. */
  hasImports?: boolean;
  /** Address of the API of Airtable, a server of the test. */
  airtableUrl?: string;
}

/** The service behind its real door, on a database of its own without teams. Call it at the top of a test file. */
export async function testData({
  schemas = new SchemaCache(),
  reach = (url) => Promise.resolve(url),
  lookingMs = LOOKING_MS,
  files,
  uploadMs,
  hasImports = false,
  airtableUrl,
}: TestDataOptions = {}): Promise<TestData> {
  // Work on imports ends before its database is gone.
  const ends: (() => Promise<void>)[] = [];
  after(() => Promise.all(ends.map((end) => end())));
  const database = await testDatabase("data");
  const peers = await testPeers();
  const { store, folder } = await testStore(files);
  const door: TestDoor = await testDoor({
    name: "data",
    databaseSettings: nearestSettings,
    database: { ...database, url: await reach(database.url) },
    rpcs,
    resources,
    descriptor,
    findFaults,
    deps: (basis) => {
      const imports = dataImports({
        airtable: testAirtable(airtableUrl),
        ...{ database: basis.database, store, workerUrl: database.urlOf("data_worker") },
        ...{ logger: quietLogger, baseUrl: TEST_BASE_URL, leaseMs: 3_000, deps: () => deps },
        callerOf: (proposer) => door.callers.find(proposer),
        rulesOf: (teamId, version) => door.callers.rulesOf(teamId, version),
      });
      const deps: Deps = {
        ...{ cursors, database: basis.database, schemas, lookingMs, store, imports },
        directory: directoryOf(basis.database, peers.reached),
        teams: new ProvisionedTeams(basis.database),
        wishes: new IndexWishes(basis.database, 0),
        ...filePartsOf({
          database: basis.database,
          lookupUrl: database.urlOf("data_lookup"),
          auth: peers.reached.auth,
        }),
      };
      after(() => deps.closeFiles());
      if (hasImports) imports.start();
      ends.push(() => imports.stop());
      return deps;
    },
    stages: () => stagesOf(store, uploadMs),
  });
  return { database, door, peers, store, folder, ...insideOf(database), table: tableMaker(door) };
}

/** A store in a folder of its own, removed after the file's last test. */
async function testStore(given?: FileStore): Promise<Pick<TestData, "store" | "folder">> {
  const folder = await mkdtemp(path.join(tmpdir(), "jst-files-"));
  after(() => rm(folder, { recursive: true }));
  return { store: given ?? new DirectoryStore(folder), folder };
}

function insideOf(database: TestDatabase): Pick<TestData, "stored" | "events"> {
  const stored = (teamId: string) =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<Stored>(sql, [teamId]);
      return rows[0] ?? { tables: 0, columns: 0, rows: 0, changes: [] };
    });
  const events = (teamId: string) =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<{ payload: StoredEvent }>(
        "select payload from data.outbox where team_id = $1 and type <> 'audit' and type not like 'notice.%' order by seq",
        [teamId],
      );
      return rows.map(({ payload }) => payload);
    });
  return { stored, events };
}

function tableMaker(door: TestDoor): TestData["table"] {
  return async (caller: Caller, columns: Record<string, unknown>[]) => {
    const made = await door.call("CreateTable", { caller, body: { display_name: "Things", columns } });
    if (made.status !== 201) throw new Error(`no table: ${JSON.stringify(made.body)}`);
    return (made.body as { id: string }).id;
  };
}

/** A caller of a new team whose day is the one of Berlin. */
export function berlinCaller(): Caller {
  const caller = testCaller();
  return { ...caller, team: { ...caller.team, timezone: "Europe/Berlin" } };
}
