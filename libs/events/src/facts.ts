import { uuidv7, type Statement, type TeamContext, type TeamTx } from "@jst/db";
import type { ConsumedType, FactConsumer, FactData, FactPublisher, FactType } from "./fact-catalogue.ts";
import type { GoOn } from "./consumer.ts";
import type { DeliveredEvent } from "./message.ts";
import { outboxSignal } from "./outbox-signal.ts";

/** Fact that a service publishes: it names itself, and the types let it publish its own facts alone. */
export type Fact = {
  [T in FactType]: {
    from: FactPublisher<T>;
    type: T;
    /** Id of the object. */
    id: string;
    data: Readonly<FactData<T>>;
  };
}[FactType];

/** Members of a stored fact that do not depend on its type. */
interface FactHead {
  /** Id of the fact: the same whenever it comes again, so that its effect happens once. */
  fact_id: string;
  /** Id of the object. */
  id: string;
  team_id: string;
  /** RFC 3339, milliseconds, Z. */
  created_at: string;
  actor: { type: string; id: string | null };
  changeset_id: string | null;
}

/** A fact as outboxes and topics have it. */
export type FactPayload<T extends FactType = FactType> = {
  [K in T]: FactHead & { type: K; data: FactData<K> };
}[T];

/** A fact as its consumers get it. */
export type ReceivedFact<T extends FactType = FactType> = FactPayload<T> & {
  traceparent: string | undefined;
};

/**
 * Handlers of a service, one for each type of fact with an effect in it. A handler gets facts of one team in their
 * order. It must have stored their effect when it resolves, and must accept facts that it has had before.
 */
export type FactHandlers<S extends FactConsumer> = {
  readonly [T in ConsumedType<S>]: (
    teamId: string,
    facts: readonly ReceivedFact<T>[],
    goOn: GoOn,
  ) => Promise<void>;
};

/** Begins the text of every stored fact. */
export const FACT_START = '{"fact_id":';

/** As large as an event may be, so that a relay can send any. */
const payloadBytesMax = 256 * 1024;

/**
 * Stores the fact with the write: both are committed or neither is. It travels on the topic of the service's events, in
 * their order. A fact that is too large throws: its consumers need all of it.
 */
export function publishFact(tx: TeamTx, fact: Fact, now?: Date): void {
  tx.defer(factStatement({ ...tx.context, changesetId: tx.changesetId }, fact, now));
}

/** Actor who causes a fact, with the team and the request. */
export interface FactCause extends Pick<TeamContext, "teamId" | "actorType" | "traceparent"> {
  actorId: string | null;
  changesetId?: string | null;
}

/** Returns the statement that stores a fact, for a transaction that belongs to no team; throws for a large one. */
export function factStatement(
  { teamId, actorType, actorId, traceparent, changesetId = null }: FactCause,
  { type, id, data }: Fact,
  now: Date = new Date(),
): Statement {
  const payload = {
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

/** Gives each handler the facts of its types, those of several types together in their order; passes over the rest. */
export async function handleFacts<S extends FactConsumer>(
  handlers: FactHandlers<S>,
  teamId: string,
  events: readonly DeliveredEvent[],
  goOn: GoOn,
): Promise<void> {
  const known = new Map<string, Handler>(Object.entries(handlers));
  for (const handle of new Set(known.values())) {
    const own = events.filter(({ type }) => known.get(type) === handle);
    if (own.length > 0) await handle(teamId, own.map(receivedFact), goOn);
  }
}

type Handler = (teamId: string, facts: readonly ReceivedFact[], goOn: GoOn) => Promise<void>;

function receivedFact({ payload, traceparent }: DeliveredEvent): ReceivedFact {
  return { ...(JSON.parse(payload) as FactPayload), traceparent };
}
