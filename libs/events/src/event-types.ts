/** Every event type with its description (events.types). No other type exists. */
export const eventTypes = {
  "contact.created": "A contact was created, by whichever way it came in.",
  "contact.updated": "A contact was changed, archived, restored, merged or put back by an undo.",
  "invoice.created": "An invoice was created.",
  "invoice.paid": "An invoice entered the state paid.",
  "quote.accepted": "A quote was accepted.",
  "form.submitted": "A submission of a form was stored.",
  "message.sent": "A message was accepted by its provider.",
  "asset.checked_out": "An asset was handed out.",
  "asset.returned": "An asset came back.",
  "email.rule_matched": "An inbound message matched an e-mail rule.",
} as const;

/** One of the ten event types. */
export type EventType = keyof typeof eventTypes;

/** A right as scopes write it. */
interface Right {
  resource: string;
  action: "read" | "write";
}

/** The right that a caller needs for an event type (events.rights). */
export interface EventRights {
  /** To see an event of the type. */
  read: Right;
  /** To have events posted to an endpoint, where that takes more: they hold addresses of pages that pay or accept. */
  endpoint?: Right;
}

const contacts: EventRights = { read: { resource: "contacts", action: "read" } };
const tables: EventRights = { read: { resource: "tables", action: "read" } };
const comms: EventRights = { read: { resource: "comms", action: "read" } };
const commerce: EventRights = {
  read: { resource: "commerce", action: "read" },
  endpoint: { resource: "commerce", action: "write" },
};

/** Rights of every event type. */
export const eventRights: Readonly<Record<EventType, EventRights>> = {
  "contact.created": contacts,
  "contact.updated": contacts,
  "invoice.created": commerce,
  "invoice.paid": commerce,
  "quote.accepted": commerce,
  "form.submitted": { read: { resource: "forms", action: "read" } },
  "message.sent": comms,
  "asset.checked_out": tables,
  "asset.returned": tables,
  "email.rule_matched": comms,
};
