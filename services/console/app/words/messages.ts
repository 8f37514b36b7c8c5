export const MESSAGES = {
  none: "There are no messages yet. Send the first one.",
  which: "Which messages",
  views: { all: "All", outbound: "Sent", inbound: "Received" },
  columns: { subject: "Subject", from: "From", to: "To", by: "Channel", state: "State", made: "Created" },
  kind: "Message",
  opens: "New message",
  does: "Send",
  fields: {
    to: "To: an e-mail address or a phone number",
    channel: "Channel",
    purpose: "Purpose",
    subject: "Subject (e-mail only)",
    text: "Text",
  },
  channels: { email: "e-mail", sms: "text message", whatsapp: "WhatsApp", in_app: "in the app" },
  purposes: {
    transactional: "about their order, booking or request",
    marketing: "marketing, which needs consent",
  },
  cancel: (subject: string) => ({
    opens: "Cancel message",
    title: `Cancel the message ${subject}?`,
    does: "Cancel message",
    says: "The message is not sent. You cannot recall a message that was sent.",
  }),
  states: { captured: "captured: not sent" } as Readonly<Record<string, string>>,
  captured: "This message was not sent: the team has no provider for its channel, so it was captured here.",
  attempts: "Attempts",
  noAttempts: "There are no attempts yet.",
} as const;

export const TEMPLATES = {
  kind: "Template",
  none: "There are no templates yet. Write one, and fill in different values for each message.",
  opens: "New template",
  does: "Save template",
  columns: { name: "Name", channel: "Channel", subject: "Subject", changed: "Changed" },
  fields: {
    name: "Name",
    channel: "Channel",
    subject: "Subject (e-mail only)",
    text: "Text",
    html: "HTML (e-mail only)",
    description: "Description",
  },
  variables:
    "For text that differs in each message, write a name in double braces, such as {{ number }}. The sender enters the text for each message.",
  remove: { opens: "Delete" },
} as const;

export const CONSENTS = {
  none: "There are no consents yet. Record one when a person agrees.",
  opens: "Record a consent",
  does: "Record it",
  columns: {
    who: "Who",
    state: "Answer",
    purpose: "Purpose",
    channel: "Channel",
    source: "Source",
    when: "Recorded",
  },
  fields: {
    address: "E-mail address, or phone number",
    channel: "Channel",
    purpose: "Purpose",
    status: "Answer",
    basis: "Why the team may send messages (required for yes)",
    source: "Source, such as a page or a call",
  },
  purposes: { transactional: "their order, booking or request", marketing: "marketing" },
  said: { opted_in: "yes", opted_out: "no" },
  states: { unknown: "unknown", opted_in: "yes", opted_out: "no" },
  bases: {
    consent: "consent",
    form: "a form",
    booking: "a booking",
    inbound_message: "a message from the person",
    contract: "a contract",
    legitimate_interest: "legitimate interest",
    legal_obligation: "legal obligation",
  },
} as const;

export const SUPPRESSIONS = {
  none: "No address is suppressed. Suppressed means that no more messages are sent to the address. It happens when a message bounces or is reported as spam.",
  noneOf: "This address is not suppressed.",
  list: "Suppressed addresses",
  find: "An address",
  opens: "Suppress an address",
  does: "Suppress it",
  fields: {
    address: "E-mail address, or phone number",
    channel: "Channel",
    note: "Why, for the team",
  },
  reasons: {
    manual: "a team member suppressed it",
    hard_bounce: "messages bounced: the mailbox or number no longer exists, or accepted no message for days",
    spam_complaint: "a message was reported as spam",
  },
  since: "since",
  lift: (address: string) => ({
    opens: "Allow messages again",
    title: `Send to ${address} again?`,
    does: "Allow messages again",
    says: "Messages go to this address again, unless the person has opted out. If a message bounces again, the address is suppressed again.",
  }),
} as const;
