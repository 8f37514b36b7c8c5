/** Facts that other services and customers learn of. The table is made by `platform.install_outbox` (libs/db/sql). */
export {
  AUDIT_TYPE,
  auditPayload,
  auditStatement,
  recordAudit,
  type AuditActor,
  type AuditEntry,
  type AuditOutcome,
  type AuditPayload,
} from "./audit.ts";
export {
  appendToChain,
  chainHash,
  GENESIS,
  lockHead,
  type ChainedLog,
  type ChainEntry,
  type ChainHead,
  type ChainPlace,
} from "./audit-chain.ts";
export {
  chainStart,
  verifyPart,
  type StoredChain,
  type StoredEntry,
  type VerifiedPart,
} from "./verify-chain.ts";
export { eventRights, eventTypes, typesIn, type EventType } from "./event-types.ts";
export {
  factCatalogue,
  publishersFor,
  type ConsumedType,
  type FactConsumer,
  type FactData,
  type FactPublisher,
  type FactType,
  type GivenConsent,
  type MailFactType,
} from "./fact-catalogue.ts";
export {
  factStatement,
  handleFacts,
  publishFact,
  type Fact,
  type FactCause,
  type FactHandlers,
  type FactPayload,
  type ReceivedFact,
} from "./facts.ts";
export {
  mailsIn,
  publishMails,
  type FactFile,
  type FactMail,
  type FactMails,
  type MailFact,
} from "./mail-facts.ts";
export { endNotices, noticeStatement, wantNotice, type NoticePublisher } from "./notices.ts";
export {
  noticeKinds,
  type NoticeKind,
  type NoticeOver,
  type NoticeRecipients,
  type NoticeRole,
  type NoticeSubject,
  type NoticeWanted,
} from "./notice-kinds.ts";
export {
  outboxState,
  replayOutbox,
  type OutboxOf,
  type OutboxState,
  type Replay,
  type StallReason,
} from "./outbox-state.ts";
export { outboxSignal } from "./outbox-signal.ts";
export { eventTypeOf } from "./outbox-type.ts";
export { withEvents, type RowEvent, type RowForm } from "./row-events.ts";
export { eventPayload, publish, type Json, type NewEvent } from "./publish.ts";
export { startRelay, type Relay, type RelayOptions } from "./relay.ts";
export type { BrokerLogin, Brokers } from "./broker.ts";
export { consumerLag, type ConsumerPlace, type TopicLag } from "./consumer-lag.ts";
export { startConsumer, type ConsumerOptions, type EventConsumer, type GoOn } from "./consumer.ts";
export type { DeliveredEvent } from "./message.ts";
export { auditTopic, eventTopic } from "./topics.ts";
