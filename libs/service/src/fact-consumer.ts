import {
  eventTopic,
  handleFacts,
  publishersFor,
  startConsumer,
  type EventConsumer,
  type FactConsumer,
  type FactHandlers,
} from "@jst/events";
import type { Logger } from "@jst/telemetry";
import { brokersOf, type BrokersConfig } from "./brokers.ts";

/** Starts to handle the facts that have an effect in the service, from the topics of their publishers. */
export function startFacts<S extends FactConsumer>(
  service: S,
  config: BrokersConfig & { topicPrefix: string },
  logger: Logger,
  handlers: FactHandlers<S>,
): EventConsumer {
  return startConsumer({
    brokers: brokersOf(config),
    topics: publishersFor(service).map((publisher) => eventTopic(publisher, config.topicPrefix)),
    groupId: `${config.topicPrefix}${service}`,
    logger,
    handle: (teamId, events) => handleFacts(handlers, teamId, events),
  });
}
