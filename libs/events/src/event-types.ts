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
