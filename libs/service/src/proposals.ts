import { expireChangesets, notifyDeciders, type NotifyingParts } from "@jst/changes";
import type { Secret } from "@jst/config";
import type { GoOn } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import type { BrokersConfig } from "./brokers.ts";
import { startFacts } from "./fact-consumer.ts";
import { startHourly } from "./hourly.ts";

/** A rule may give a proposal an hour, and a reminder at half of it (rules.timeout). */
const EXPIRY_MS = 5 * 60_000;

/**
 * Starts the work on open proposals that no request does. They end after the time of their rules, or 14 days, five
 * minutes late at most. Whenever a team changes its rules, those who may decide now are notified.
 */
export function startProposals(
  config: BrokersConfig & { topicPrefix: string; relayDatabaseUrl: Secret },
  logger: Logger,
  parts: NotifyingParts,
): { stop(): void | Promise<void> }[] {
  const relayUrl = config.relayDatabaseUrl.reveal();
  const failed = (error: unknown) => logger.warn({ error }, "changesets were not expired");
  const handlers = {
    "approval_rules.changed": (teamId: string, _facts: unknown, goOn: GoOn) =>
      notifyDeciders(parts, teamId, goOn),
  };
  return [
    startHourly(() => expireChangesets({ ...parts, relayUrl }), failed, EXPIRY_MS),
    startFacts("proposals", config, logger, handlers, `${parts.service}-proposals`),
  ];
}
