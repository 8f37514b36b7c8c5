import { readSecretKeys, SecretBox } from "@jst/config";
import type { RunningWork } from "@jst/db";
import { guardOf } from "@jst/jobs/outbound";
import { CursorCodec, readCursorKeys } from "@jst/query";
import { brokersOf, startService, type RunningProcess } from "@jst/service";
import { peers, type Peers } from "../gen/internal.ts";
import { descriptor, rpcs } from "../gen/registry.ts";
import { resources } from "./resources.ts";
import type { WebhooksConfig } from "./config.ts";
import { standardSchedule } from "./delivery/schedule.ts";
import type { Deps } from "./deps.ts";
import { findFaults } from "./faults/find-faults.ts";
import { startReporting } from "./webhooks/report-failing.ts";
import { ReadPages } from "./events/read-pages.ts";
import { operatorDeps } from "./operator/operator-deps.ts";
import { watchBacklog } from "./operator/watch-backlog.ts";
import { intakeOf, startPipeline, type Pipeline } from "./pipeline.ts";
import { texts } from "./texts.ts";

/**
 * Starts webhooks, which owns the endpoints of all teams, the feed (`deliveries`) and the queue of the deliveries that
 * have not ended. Each event of the broker is stored once for each endpoint that subscribes to its type, in an order
 * that never changes. A delivery is posted with a signature until the endpoint accepts it or it has no attempts left.
 */
export function startWebhooks(config: WebhooksConfig): Promise<RunningProcess> {
  const guard = guardOf(config);
  const secrets = new SecretBox(readSecretKeys(config.endpointSecretKeys.reveal()));
  const cursors = new CursorCodec(readCursorKeys(config.cursorKeys.reveal()));
  const brokers = brokersOf(config);
  let pipeline: Pipeline | undefined;
  let watching: { stop(): void } | undefined;
  let reporting: RunningWork | undefined;
  const workerUrl = config.workerDatabaseUrl.reveal();
  return startService<Deps, Peers>({
    name: "webhooks",
    migrations: new URL("../migrations/", import.meta.url),
    texts,
    config,
    rpcs,
    descriptor,
    findFaults,
    changes: { resources, cursors },
    peers: (identity) => peers(config, identity),
    deps: ({ database, logger }) => {
      pipeline = startPipeline({
        connectionString: workerUrl,
        brokers,
        topicPrefix: config.topicPrefix,
        guard,
        secrets,
        schedule: { ...standardSchedule, minuteMs: config.retryMinuteMs },
        logger,
      });
      const intake = { brokers, ...intakeOf(config.topicPrefix), logger };
      const operator = operatorDeps(workerUrl, intake);
      watching = watchBacklog(operator, logger);
      reporting = startReporting(workerUrl, database, logger);
      return { cursors, database, guard, secrets, operator, readPages: new ReadPages() };
    },
    relay: config,
    close: async () => {
      watching?.stop();
      await reporting?.stop();
      await pipeline?.stop();
    },
  });
}
