import { readSecretKeys, SecretBox } from "@jst/config";
import type { Database, RunningWork } from "@jst/db";
import type { AirtableOptions } from "@jst/importing";
import { guardOf } from "@jst/jobs/outbound";
import { takeMerges } from "@jst/directory";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { embeddersAt, nearestSettings, startIndexer, type TeamEmbedders } from "@jst/search";
import { startUndoer } from "@jst/changes/undoer";
import { startHourly, startFacts, startService, type RunningProcess } from "@jst/service";
import type { Logger } from "@jst/telemetry";
import { peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { resources } from "./resources.ts";
import { directoryOf, type Deps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { bucketAccess, type DataConfig } from "./config.ts";
import { sweepFiles } from "./files/sweep.ts";
import { importWork } from "./imports/import-work.ts";
import { stagesOf } from "./import-uploads/stage-source.ts";
import { openStore } from "./files/store/open-store.ts";
import { filePartsOf } from "./files/file-parts.ts";
import { ProvisionedTeams } from "./provisioning/provisioned-teams.ts";
import { LOOKING_MS } from "./engine/lists/list-time.ts";
import { IndexWishes } from "./engine/indexes/index-wishes.ts";
import { startKeeper } from "./engine/indexes/keeper.ts";
import { SchemaCache } from "./engine/schema/schema-cache.ts";
import { searchSources } from "./search/sources.ts";
import { texts } from "./texts.ts";

/**
 * Starts data, which owns the tables of every team: their columns and rows. A row always fits its columns, a row and
 * its undo record are stored together or not at all, and no team sees or changes another's data.
 */
export async function startData(config: DataConfig): Promise<RunningProcess> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const store = await openStore(config.filesStore, bucketAccess(config));
  const kept: RunningWork[] = [];
  let sweeper: { stop(): void } | undefined;
  return startService({
    name: "data",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    databaseSettings: nearestSettings,
    rpcs,
    descriptor,
    findFaults,
    changes: { resources, cursors },
    peers: (identity) => peers(config, identity),
    deps: ({ database, logger, peers: { auth, account, crm }, verifyCaller }) => {
      const workerUrl = config.workerDatabaseUrl.reveal();
      kept.push(...startWork(config, { database, logger, embedders: embeddersAt(account) }));
      sweeper = startSweeper({ database, store, workerUrl }, logger);
      const imports = importWork({
        ...{ database, logger, store, workerUrl, auth, verifyCaller },
        ...{ baseUrl: config.baseUrl, deps: () => deps, airtable: airtableOf(config) },
      });
      const deps: Deps = {
        cursors,
        database,
        directory: directoryOf(database, { auth, crm }),
        schemas: new SchemaCache(),
        teams: new ProvisionedTeams(database),
        wishes: new IndexWishes(database),
        lookingMs: LOOKING_MS,
        store,
        imports,
        ...filePartsOf({ database, lookupUrl: config.lookupDatabaseUrl.reveal(), auth }),
      };
      imports.start();
      return deps;
    },
    streamed: { port: config.httpPort, stages: ({ store }) => stagesOf(store) },
    relay: config,
    close: async ({ store, imports, closeFiles }) => {
      sweeper?.stop();
      await imports.stop();
      await closeFiles();
      await store.close();
      await Promise.all(kept.map((work) => work.stop()));
    },
  });
}

/** The API of Airtable from which imports read. */
const airtableOf = (config: DataConfig): AirtableOptions => ({
  url: config.airtableUrl,
  guard: guardOf(config),
  secrets: new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal())),
});

/** Starts the keeper of indexes, the indexer of what is searched, and the consumer of merges of contacts. */
function startWork(
  config: DataConfig,
  { database, logger, embedders }: { database: Database; logger: Logger; embedders: TeamEmbedders },
): RunningWork[] {
  const connectionString = config.workerDatabaseUrl.reveal();
  return [
    startUndoer({ service: "data", resources, database, connectionString, logger }),
    startKeeper({ connectionString, promotedFrom: config.promotedFrom, logger }),
    startIndexer(searchSources, { connectionString, database, logger, embedders }),
    startFacts("data", config, logger, {
      "contact.merged": (teamId, merges) => takeMerges(database, teamId, merges),
    }),
  ];
}

function startSweeper(parts: Parameters<typeof sweepFiles>[0], logger: Logger): { stop(): void } {
  return startHourly(
    () => sweepFiles(parts),
    (error) => logger.warn({ error }, "files were not swept"),
  );
}
