import { withoutGuarded } from "@jst/caller";
import { uuidv7, type TeamTx } from "@jst/db";
import type { EventType } from "./event-types.ts";
import { outboxType } from "./outbox-type.ts";
import { outboxSignal } from "./outbox-signal.ts";

/** JSON as PostgreSQL built it, or an object to serialise. */
export type Json = string | Readonly<Record<string, unknown>>;

/** Event, in the resource's own representation. */
export interface NewEvent {
  type: EventType;
  /** Id of the object. */
  id: string;
  /** The object as its GET route shows it. */
  object: Json;
  /** The former values of the members that changed, and only of these. */
  previous?: Json;
  /** True for what had no effect outside, such as a captured message. */
  test?: boolean;
}

/** Largest payload in bytes (limits.webhooks). */
export const payloadBytesMax = 256 * 1024;

/** Stores the event with the write: both are committed or neither is. It costs no round trip of its own. */
export function publish(tx: TeamTx, event: NewEvent, now: Date = new Date()): void {
  const id = uuidv7(now.getTime());
  tx.defer({
    name: "publish_event",
    text: "insert into outbox (id, type, payload, traceparent) values ($1, $2, $3, $4)",
    values: [id, outboxType(event.type), eventPayload(id, tx, event, now), tx.context.traceparent],
    signal: outboxSignal,
  });
}

/** The body (events.body) as text: stored, signed and sent as these bytes. */
export function eventPayload(id: string, tx: TeamTx, event: NewEvent, now: Date): string {
  const { head, tail } = partsOf(id, tx, event, now);
  const previous = event.previous === undefined ? "" : `,"previous":${textOf(event.previous)}`;
  const payload = `{${head},"data":{"object":${textOf(event.object)}${previous}},${tail}}`;
  if (Buffer.byteLength(payload) <= payloadBytesMax) return payload;
  return `{${head},"data":{"object":${JSON.stringify({ id: event.id })}},${tail},"truncated":true}`;
}

/** Returns the members of a body before and after its data. */
export function partsOf(id: string, tx: TeamTx, event: Pick<NewEvent, "type" | "test">, now: Date) {
  const { teamId, actorType, actorId } = tx.context;
  const head = JSON.stringify({
    id,
    type: event.type,
    api_version: "v1",
    team_id: teamId,
    created_at: now.toISOString(),
    // Nobody is known behind the platform itself, nor behind a page.
    actor: { type: actorType, id: actorId === "" ? null : actorId },
  }).slice(1, -1);
  const tail = JSON.stringify({ changeset_id: tx.changesetId, test: event.test ?? false }).slice(1, -1);
  return { head, tail };
}

/** A topic and the tables behind it have no value that few callers are shown (pages.secrets). */
function textOf(json: Json): string {
  return withoutGuarded(typeof json === "string" ? json : JSON.stringify(json));
}
