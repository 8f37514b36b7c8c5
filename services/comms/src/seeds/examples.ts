/** Templates that the team lacks are made under these names. */
export const templateExamples = [
  {
    name: "Workshop confirmation",
    channel: "email",
    subject: "See you on {{ day }}, {{ first_name }}",
    text: "Hello {{ first_name }},\n\nyour place at the workshop on {{ day }} is kept.\n\nThe team",
    html: "<p>Hello {{ first_name }},</p><p>your place at the workshop on <b>{{ day }}</b> is kept.</p><p>The team</p>",
    description: "Goes to everybody who has registered.",
  },
  {
    name: "Ready for collection",
    channel: "sms",
    text: "{{ first_name }}, your wheel is ready. Come by until {{ until | default: '6 pm' }}.",
    description: "One text, no more than it needs.",
  },
] as const;

const source = "seed";

/** Consents of people who do not exist. */
export const consentExamples = [
  {
    ...{ address: "mina.okafor@example.com", channel: "email", purpose: "marketing", status: "opted_in" },
    ...{ basis: "form", source, evidence: { form: "workshop-registration" } },
  },
  { address: "jonas.lind@example.com", channel: "email", purpose: "marketing", status: "opted_out", source },
  {
    ...{ address: "+14155550101", channel: "sms", purpose: "transactional", status: "opted_in" },
    ...{ basis: "contract", source },
  },
] as const;

/** E-mails that nobody gets, each under its token. */
export const messageExamples = [
  {
    token: "seed:1",
    to: "mina.okafor@example.com",
    subject: "Your place at the workshop",
    text: "Hello Mina,\n\nyour place is kept.\n\nThe team",
  },
  {
    token: "seed:2",
    to: "jonas.lind@example.com",
    subject: "Where to find us",
    text: "Hello Jonas,\n\ncome to the back door, the bell is on the left.\n\nThe team",
  },
  {
    token: "seed:3",
    to: "priya.nair@example.com",
    subject: "Your invoice",
    text: "Hello Priya,\n\nthank you. Nothing is left to pay.\n\nThe team",
  },
] as const;
