import { expireChangesets, notifyDeciders, notifyStored, type NotifyingParts } from "@jst/changes";
import type { Secret } from "@jst/config";
import type { GoOn } from "@jst/events";
import type { Logger } from "@jst/telemetry";
import type { BrokersConfig } from "./brokers.ts";
import { startFacts } from "./fact-consumer.ts";
import { startHourly } from "./hourly.ts";

/** A rule may give a proposal an hour, and a reminder at half of it (rules.timeout). */
const PERIOD_MS = 5 * 60_000;

/**
 * Starts the work on open proposals that no request does. They end after the time of their rules, or 14 days, five
 * minutes late at most. Whenever a team changes its rules or members, those who may decide now are notified; of a
 * proposal that was judged by the rules of before, as late as that.
 */
export function startProposals(
  config: BrokersConfig & { topicPrefix: string; relayDatabaseUrl: Secret },
  logger: Logger,
  parts: NotifyingParts,
): { stop(): void | Promise<void> }[] {
  const relayUrl = config.relayDatabaseUrl.reveal();
  const failed = (what: string) => (error: unknown) => logger.warn({ error }, what);
  const judge = (cause: "rules" | "members") => (teamId: string, _facts: unknown, goOn: GoOn) =>
    notifyDeciders(parts, teamId, cause, goOn);
  const handlers = { "approval_rules.changed": judge("rules"), "member.changed": judge("members") };
  return [
    startHourly(
      () => expireChangesets({ ...parts, relayUrl }),
      failed("changesets were not expired"),
      PERIOD_MS,
    ),
    startHourly(
      () => notifyStored({ ...parts, relayUrl }),
      failed("new changesets were not judged again"),
      PERIOD_MS,
    ),
    startFacts("proposals", config, logger, handlers, `${parts.service}-proposals`),
  ];
}
