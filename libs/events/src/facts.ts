import { uuidv7, type Statement, type TeamContext, type TeamTx } from "@jst/db";
import { outboxSignal } from "./outbox-signal.ts";

/** Every type of fact with its description (events.facts). */
export const factTypes = {
  "address.given":
    "Somebody gave where they are reached, in a booking or a form: each address with its channel, and what shows it.",
  "booking.changed":
    "A booking was made, moved, cancelled or booked again: its mails and its calendar entry.",
  "consent.changed": "A consent was recorded: its address, channel, purpose and status, and when that was.",
  "consent.given":
    "Somebody agreed to be written to: the address, the channel, the purpose, and what shows it.",
  "contact.merged":
    "A contact was merged into another, or its merge has ended: merged_into and the version of the merged contact.",
  "invoice.sent": "An invoice is to be sent to who pays it: its mail.",
  "member.added":
    "A person became a member of the team: the mail that invites. The release before publishes it.",
  "notice.over":
    "What notices ask for is over: its subject, and the members for whom it is, where it is not over for all.",
  "notice.wanted": "Members are to be notified: kind, recipients, title, path, subject and actor.",
  "quote.sent": "A quote is to be sent to whom it is made for: its mail.",
} as const;

/** One of these types; none is a type of event. */
export type FactType = keyof typeof factTypes;

/** Fact that a service publishes to other services alone. */
export interface Fact {
  type: FactType;
  /** Id of the object. */
  id: string;
  data: Readonly<Record<string, unknown>>;
}

/** A fact as its consumers get it. */
export interface FactPayload extends Fact {
  /** Id of the fact: the same whenever it comes again, so that its effect happens once. */
  fact_id: string;
  team_id: string;
  /** RFC 3339, milliseconds, Z. */
  created_at: string;
  actor: { type: string; id: string | null };
  changeset_id: string | null;
}

/** As large as an event may be, so that a relay can send any. */
const payloadBytesMax = 256 * 1024;

/**
 * Stores the fact with the write: both are committed or neither is. It travels on the topic of the service's events, in
 * their order. A fact that is too large throws: its consumers need all of it.
 */
export function publishFact(tx: TeamTx, fact: Fact, now?: Date): void {
  tx.defer(factStatement({ ...tx.context, changesetId: tx.changesetId }, fact, now));
}

/** Publisher of a fact: the actor, with the team and the request. */
export interface FactPublisher extends Pick<TeamContext, "teamId" | "actorType" | "traceparent"> {
  actorId: string | null;
  changesetId?: string | null;
}

/** Returns the statement that stores a fact, for a transaction that belongs to no team; throws for a large one. */
export function factStatement(
  { teamId, actorType, actorId, traceparent, changesetId = null }: FactPublisher,
  { type, id, data }: Fact,
  now: Date = new Date(),
): Statement {
  const payload: FactPayload = {
    fact_id: uuidv7(now.getTime()),
    type,
    id,
    team_id: teamId,
    created_at: now.toISOString(),
    actor: { type: actorType, id: actorId },
    changeset_id: changesetId,
    data,
  };
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > payloadBytesMax) throw new Error(`A fact ${type} is too large.`);
  return {
    name: "publish_fact",
    text: "insert into outbox (team_id, id, type, payload, traceparent) values ($1, $2, $3, $4, $5)",
    values: [teamId, payload.fact_id, type, text, traceparent],
    signal: outboxSignal,
  };
}

/** The fact of that type that has come; undefined when something else has. */
export function factOf(event: { type: string; payload: string }, type: FactType): FactPayload | undefined {
  return event.type === type ? (JSON.parse(event.payload) as FactPayload) : undefined;
}
