import { SystemDatabase } from "@jst/db";
import { auditTopic, startConsumer, type Brokers } from "@jst/events";
import { relaying } from "@jst/fleet";
import type { Logger } from "@jst/telemetry";
import { writeEntries } from "./write-entries.ts";

/** What the writer of the audit log needs. */
export interface AuditWriterOptions {
  /** Of role auth_audit. */
  connectionString: string;
  brokers: Brokers;
  topicPrefix: string;
  logger: Logger;
}

/** The writer at work. */
export interface AuditWriter {
  stop(): Promise<void>;
}

/** As many teams at once as the consumer handles partitions. */
const poolSize = 3;

/** Starts to append what all services report to the chains; an offset is committed only after its entries are. */
export function startAuditWriter(options: AuditWriterOptions): AuditWriter {
  const { connectionString, brokers, topicPrefix, logger } = options;
  const database = new SystemDatabase({ connectionString, poolSize, applicationName: "auth_audit" });
  const consumer = startConsumer({
    brokers,
    topics: relaying.map((service) => auditTopic(service, topicPrefix)),
    groupId: `${topicPrefix}auth-audit`,
    logger,
    handle: async (teamId, events) => {
      await writeEntries(database, teamId, events);
    },
  });
  return {
    stop: async () => {
      await consumer.stop();
      await database.close();
    },
  };
}
