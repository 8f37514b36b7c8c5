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

/**
 * Starts to handle the facts that have an effect in the reader, from the topics of their publishers. A reader that is a
 * part of several services names the group of this one.
 */
export function startFacts<S extends FactConsumer>(
  reader: S,
  config: BrokersConfig & { topicPrefix: string },
  logger: Logger,
  handlers: FactHandlers<S>,
  group: string = reader,
): EventConsumer {
  return startConsumer({
    brokers: brokersOf(config),
    topics: publishersFor(reader).map((publisher) => eventTopic(publisher, config.topicPrefix)),
    groupId: `${config.topicPrefix}${group}`,
    logger,
    handle: (teamId, events, goOn) => handleFacts(handlers, teamId, events, goOn),
  });
}
