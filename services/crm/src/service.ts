import { startUndoer } from "@jst/changes/undoer";
import type { RunningWork } from "@jst/db";
import { Directory, filesAt, membersAt } from "@jst/directory";
import type { EventConsumer } from "@jst/events";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { embeddersAt, nearestSettings, startIndexer } from "@jst/search";
import { startFacts, startService, type RunningProcess } from "@jst/service";
import { peers, type Peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { thingUpstreams, type ThingAddresses } from "./comments/thing-services.ts";
import { Things } from "./comments/things.ts";
import { takeConsents } from "./consents/take-consents.ts";
import { resources } from "./resources.ts";
import type { CrmConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { formPages } from "./form-pages/form-pages.ts";
import { importWork } from "./imports/import-work.ts";
import { searchSources } from "./search/sources.ts";
import { texts } from "./texts.ts";

/**
 * crm owns the contacts of every team. It promises that a contact, its change record and its event are stored
 * together or not at all, and that no team sees or touches another's.
 */
export function startCrm(config: CrmConfig): Promise<RunningProcess> {
  const upstreams = thingUpstreams(addressesOf(config), config.tls);
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  let facts: EventConsumer | undefined;
  let indexer: RunningWork | undefined;
  let undoer: RunningWork | undefined;
  return startService<Deps, Peers>({
    name: "crm",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    databaseSettings: nearestSettings,
    rpcs,
    descriptor,
    findFaults,
    changes: { resources, cursors },
    peers: (identity) => peers(config, identity),
    deps: ({ database, logger, peers: { auth, account, data }, verifyCaller }) => {
      facts = startFacts("crm", config, logger, {
        "consent.changed": (teamId, consents) => takeConsents(database, teamId, consents),
      });
      const connectionString = config.workerDatabaseUrl.reveal();
      const embedders = embeddersAt(account);
      indexer = startIndexer(searchSources, { connectionString, database, logger, embedders });
      undoer = startUndoer({ service: "crm", resources, database, connectionString, logger });
      const directory = new Directory({ member: membersAt(auth), file: filesAt(data) });
      const imports = importWork({
        ...{ database, logger, workerUrl: connectionString, auth, data, verifyCaller },
        ...{ baseUrl: config.baseUrl, deps: () => deps },
      });
      const deps: Deps = {
        ...{ cursors, database, directory, auth, data, imports },
        things: new Things({ upstreams, auth, data }),
      };
      imports.start();
      return deps;
    },
    relay: config,
    http: { port: config.httpPort, app: formPages },
    close: async ({ imports }) => {
      await imports.stop();
      upstreams.close();
      await undoer?.stop();
      await facts?.stop();
      await indexer?.stop();
    },
  });
}

/** Addresses of the services that have things. */
function addressesOf(config: CrmConfig): ThingAddresses {
  const { commerceGrpc, commsGrpc, dataGrpc, schedulingGrpc, webhooksGrpc, grpcPort } = config;
  return {
    ...{ commerce: commerceGrpc, comms: commsGrpc, crm: `127.0.0.1:${grpcPort}`, data: dataGrpc },
    ...{ scheduling: schedulingGrpc, webhooks: webhooksGrpc },
  };
}
