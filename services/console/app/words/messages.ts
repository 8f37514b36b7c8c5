/** What the pages of messages say. */
export const MESSAGES = {
  none: "Nothing was sent or received. Send the first one.",
  which: "Which messages",
  views: { all: "all", outbound: "sent", inbound: "received" },
  columns: { subject: "Subject", from: "From", to: "To", by: "By", state: "State", made: "Made" },
  kind: "Message",
  opens: "New message",
  does: "Send",
  fields: {
    to: "To: an e-mail address or a phone number",
    channel: "By",
    purpose: "What for",
    subject: "Subject, of e-mail",
    text: "Text",
  },
  channels: { email: "e-mail", sms: "text message", whatsapp: "WhatsApp", in_app: "in the app" },
  purposes: { transactional: "something that concerns them", marketing: "marketing, which needs consent" },
  cancel: {
    opens: "Do not send it",
    title: "Cancel this message?",
    does: "Do not send it",
    says: "It is not sent. What has left already cannot be called back.",
  },
  attempts: "Attempts",
  noAttempts: "Nothing was tried yet.",
} as const;

/** Of templates. */
export const TEMPLATES = {
  kind: "Template",
  none: "There is no template yet. Write one here, and send it with variables of its own each time.",
  opens: "New template",
  does: "Keep the template",
  columns: { name: "Name", channel: "By", subject: "Subject", changed: "Changed" },
  fields: {
    name: "Name",
    channel: "By",
    subject: "Subject, of e-mail",
    text: "Text",
    html: "HTML, of e-mail",
    description: "Description",
  },
  variables: "Variables stand in braces, such as {{ number }}; whoever sends it says what they are.",
  remove: {
    opens: "Delete",
    title: "Delete this template?",
    does: "Delete",
    says: "Nothing can be sent with it any more. Messages that were made of it stay.",
  },
} as const;

/** Of consents. */
export const CONSENTS = {
  none: "Nothing is recorded yet. Record here what somebody has agreed to.",
  opens: "Record a consent",
  does: "Record it",
  columns: { who: "Who", state: "Says", purpose: "To", channel: "By", source: "Where", when: "Recorded" },
  fields: {
    address: "E-mail address, or phone number",
    channel: "By",
    purpose: "To",
    status: "Says",
    basis: "Why the team may write; needed for a yes",
    source: "Where it was said, such as a page or a call",
  },
  purposes: { transactional: "what concerns them", marketing: "marketing" },
  said: { opted_in: "yes", opted_out: "no" },
  states: { unknown: "unknown", opted_in: "yes", opted_out: "no" },
  bases: {
    consent: "consent",
    form: "a form",
    booking: "a booking",
    inbound_message: "a message of theirs",
    contract: "a contract",
    legitimate_interest: "legitimate interest",
    legal_obligation: "legal obligation",
  },
} as const;

/** Of suppressions. */
export const SUPPRESSIONS = {
  none: "No address is suppressed. One from which a message comes back, or that reports one as spam, is kept here, and nothing more is sent to it.",
  noneOf: "This address is not suppressed.",
  list: "Suppressed addresses",
  find: "An address",
  opens: "Suppress an address",
  does: "Suppress it",
  fields: {
    address: "E-mail address, or phone number",
    channel: "By",
    note: "Why, for the team",
  },
  reasons: {
    manual: "somebody of the team suppressed it",
    hard_bounce: "there is no such mailbox or number: a message came back",
    spam_complaint: "a message was reported as spam",
  },
  since: "since",
  lift: (address: string) => ({
    opens: "Lift",
    title: `Send to ${address} again?`,
    does: "Lift",
    says: "Messages go to this address again, as far as its consents allow: whoever opted out stays opted out. One that bounces again is suppressed again.",
  }),
} as const;
