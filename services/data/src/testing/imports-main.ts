// The work on imports as a process of its own, for the test that kills it.
import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { CursorCodec } from "@jst/query";
import { tmpdir } from "node:os";
import type { Deps } from "../deps.ts";
import { SchemaCache } from "../engine/schema/schema-cache.ts";
import { IndexWishes } from "../engine/indexes/index-wishes.ts";
import { LOOKING_MS } from "../engine/lists/list-time.ts";
import { DirectoryStore } from "../files/store/directory-store.ts";
import { dataImports } from "../imports/import-work.ts";
import { ProvisionedTeams } from "../provisioning/provisioned-teams.ts";
import { testAirtable } from "./test-airtable.ts";
import { quietLogger } from "./test-storage.ts";

const {
  DATABASE_URL = "",
  WORKER_URL: workerUrl = "",
  CALLER = "",
  FOLDER = tmpdir(),
  AIRTABLE_URL,
} = process.env;
const caller = JSON.parse(CALLER) as Caller;
const database = new Database({
  connectionString: DATABASE_URL,
  poolSize: 5,
  applicationName: "data_imports",
  changesetPrefix: "data",
});
const store = new DirectoryStore(FOLDER);
const imports = dataImports({
  database,
  logger: quietLogger,
  store,
  workerUrl,
  callerOf: () => Promise.resolve(caller),
  rulesOf: () => Promise.resolve(undefined),
  deps: () => deps,
  baseUrl: "http://gateway.test",
  leaseMs: 2_000,
  airtable: testAirtable(AIRTABLE_URL),
});
const deps: Deps = {
  cursors: new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) }),
  database,
  // The rows of the test name nothing of another service, and no file is opened.
  directory: { requireKnown: () => Promise.resolve(), faultsOf: () => Promise.resolve([]) },
  ...({} as Pick<Deps, "addresses" | "modulesOf" | "openings" | "closeFiles" | "fileJson">),
  schemas: new SchemaCache(),
  teams: new ProvisionedTeams(database),
  wishes: new IndexWishes(database),
  lookingMs: LOOKING_MS,
  store,
  imports,
};
imports.start();
process.on("SIGTERM", () => void imports.stop().then(() => database.close()));
