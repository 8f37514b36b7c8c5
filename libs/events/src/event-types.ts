/** A right as scopes write it. */
interface Right {
  resource: string;
  action: "read" | "write";
}

/** Entry of the catalogue. */
export interface EventDeclaration {
  description: string;
  /** End of the sentence that starts with "Sends an event when" in the console. */
  when: string;
  /** Right that shows an event of the type (events.rights). */
  read: Right;
  /** Right that has events posted, where it is another: they have addresses of pages that pay or accept. */
  endpoint?: Right;
}

const contacts = { read: { resource: "contacts", action: "read" } } as const;
const tables = { read: { resource: "tables", action: "read" } } as const;
const comms = { read: { resource: "comms", action: "read" } } as const;
const webhooks = { read: { resource: "webhooks", action: "read" } } as const;
const commerce = {
  read: { resource: "commerce", action: "read" },
  endpoint: { resource: "commerce", action: "write" },
} as const;

/**
 * Every event type (events.types). The values of members in protos, the size of their lists, the API's list of types,
 * the form of the console and docs/event-types.md follow from it. This file imports nothing: the console has it too.
 */
export const eventTypes = {
  "contact.created": {
    description: "A contact was created, by whichever way it came in.",
    when: "a contact was added",
    ...contacts,
  },
  "contact.updated": {
    description: "A contact was changed, archived, restored, merged or put back by an undo.",
    when: "a contact was changed",
    ...contacts,
  },
  "invoice.created": { description: "An invoice was created.", when: "an invoice was made", ...commerce },
  "invoice.paid": {
    description: "An invoice entered the state paid.",
    when: "an invoice was paid",
    ...commerce,
  },
  "quote.accepted": { description: "A quote was accepted.", when: "a quote was accepted", ...commerce },
  "form.submitted": {
    description: "A submission of a form was stored.",
    when: "a form was filled in",
    read: { resource: "forms", action: "read" },
  },
  "message.sent": {
    description: "A message was accepted by its provider.",
    when: "a message was sent",
    ...comms,
  },
  "asset.checked_out": {
    description: "An asset was handed out.",
    when: "an asset was checked out",
    ...tables,
  },
  "asset.returned": { description: "An asset came back.", when: "an asset was returned", ...tables },
  "email.rule_matched": {
    description: "An inbound message matched an e-mail rule.",
    when: "a mail matched a rule",
    ...comms,
  },
  "webhook.failing": {
    description:
      "A webhook endpoint has not accepted an event for 15 minutes. Other endpoints of the team get it.",
    when: "another webhook fails",
    ...webhooks,
  },
  "webhook.recovered": {
    description: "A webhook endpoint that failed accepts events again. Other endpoints of the team get it.",
    when: "another webhook works again",
    ...webhooks,
  },
} as const satisfies Readonly<Record<string, EventDeclaration>>;

/** One of the event types. */
export type EventType = keyof typeof eventTypes;

/** Returns the right that shows events of a type, and the one that has them posted to an endpoint. */
export function eventRights(type: EventType): { read: Right; endpoint: Right } {
  const { read, endpoint = read }: EventDeclaration = eventTypes[type];
  return { read, endpoint };
}
