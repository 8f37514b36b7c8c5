import type { KafkaMessage, Message } from "kafkajs";
import type { OutboxRow } from "./outbox-queries.ts";

/** An event as a consumer gets it. */
export interface DeliveredEvent {
  teamId: string;
  id: string;
  type: string;
  /** The very bytes the producing service stored, as text. */
  payload: string;
  traceparent: string | undefined;
  /** When the producing database stored it, RFC 3339; not known of what relays of former versions sent. */
  storedAt?: string | undefined;
}

/** Bytes that the broker stores beside the payload of a message, at most. */
const overheadBytes = 512;

/** The event as a message: keyed by team, so that a team's events stay in order. */
export function messageOf(row: OutboxRow): Message {
  return {
    key: row.team_id,
    value: row.payload,
    headers: {
      "event-id": row.id,
      "event-type": row.type,
      "stored-at": row.stored_at,
      ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    },
  };
}

/** Size of the message, never less than it is. */
export function messageBytes(row: OutboxRow): number {
  return Buffer.byteLength(row.payload) + overheadBytes;
}

/** The event of a message; undefined for one that no relay has written. */
export function eventOf(message: KafkaMessage): DeliveredEvent | undefined {
  const header = (name: string) => message.headers?.[name]?.toString();
  const teamId = message.key?.toString();
  const payload = message.value?.toString();
  const id = header("event-id");
  const type = header("event-type");
  if (teamId === undefined || payload === undefined || id === undefined || type === undefined)
    return undefined;
  return { teamId, id, type, payload, traceparent: header("traceparent"), storedAt: header("stored-at") };
}
