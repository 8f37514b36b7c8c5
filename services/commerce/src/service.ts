import { readSecretKeys, SecretBox } from "@jst/config";
import { plannedOnce, SystemDatabase, type RunningWork } from "@jst/db";
import { takeMerges } from "@jst/directory";
import type { EventConsumer } from "@jst/events";
import { KnownTeams } from "@jst/pages";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { startFacts, startService, type RunningProcess } from "@jst/service";
import { peers, type Peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { startCommerceClock } from "./clock/clock.ts";
import type { CommerceConfig } from "./config.ts";
import type { Deps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { commerceApp } from "./http-app.ts";
import { openPages } from "./documents/hosted.ts";
import { Payers } from "./payers/payers.ts";
import { PdfCache, pdfThread } from "./pdf/pdf-cache.ts";
import { Providers } from "./providers/providers.ts";
import { resources } from "./resources.ts";
import { texts } from "./texts.ts";

/** Work that the process starts beside its handlers. */
interface BackgroundWork {
  clock: RunningWork;
  facts: EventConsumer;
}

/** commerce owns invoices: their totals are exact, their numbers have no gap, and what is finalized stays. */
export function startCommerce(config: CommerceConfig): Promise<RunningProcess> {
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const keys = readSecretKeys(config.endpointSecretKeys.reveal());
  const secrets = new SecretBox(keys);
  const pages = openPages(keys, config.baseUrl);
  return startService<Deps & BackgroundWork, Peers>({
    name: "commerce",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    databaseSettings: plannedOnce,
    rpcs,
    descriptor,
    findFaults,
    guarded: pages.guarded(),
    changes: { resources, cursors },
    peers: (identity) => peers(config, identity),
    deps: ({ database, logger, peers: { auth, crm } }) => {
      const connectionString = config.workerDatabaseUrl.reveal();
      const providers = new Providers({ database, secrets, logger });
      const clock = startCommerceClock({
        ...{ connectionString, database, providers, logger },
        teams: new KnownTeams(auth),
      });
      const facts = startFacts("commerce", config, logger, {
        "contact.merged": (teamId, merges) => takeMerges(database, teamId, merges),
      });
      const worker = new SystemDatabase({
        connectionString,
        poolSize: 1,
        applicationName: "commerce_operator",
      });
      const payers = new Payers(crm);
      const pdfs = new PdfCache(pdfThread());
      return { cursors, payers, pdfs, database, secrets, pages, providers, auth, worker, clock, facts };
    },
    close: async ({ worker, clock, facts }) => {
      await Promise.all([facts.stop(), clock.stop(), worker.close()]);
    },
    relay: config,
    http: { port: config.httpPort, app: commerceApp },
  });
}
