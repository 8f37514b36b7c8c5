import type { SystemDatabase } from "@jst/db";
import { auditTopic, startConsumer, type Brokers } from "@jst/events";
import { relaying } from "@jst/fleet";
import type { Logger } from "@jst/telemetry";
import type { Counts } from "../counts/counts.ts";
import { writeEntries } from "./write-entries.ts";

export interface AuditWriterOptions {
  /** Connection of role auth_audit; it stays open when the writer stops. */
  database: SystemDatabase;
  brokers: Brokers;
  topicPrefix: string;
  /** Told of the calls of tools among the entries. */
  counts: Pick<Counts, "noteRecorded">;
  logger: Logger;
}

export interface AuditWriter {
  stop(): Promise<void>;
}

/** Starts to append what all services report to the chains; an offset is committed only after its entries are. */
export function startAuditWriter(options: AuditWriterOptions): AuditWriter {
  const { database, brokers, topicPrefix, counts, logger } = options;
  const consumer = startConsumer({
    brokers,
    topics: relaying.map((service) => auditTopic(service, topicPrefix)),
    groupId: `${topicPrefix}auth-audit`,
    logger,
    handle: async (teamId, events) => {
      counts.noteRecorded(await writeEntries(database, teamId, events));
    },
  });
  return { stop: () => consumer.stop() };
}
