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
