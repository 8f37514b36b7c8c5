import type { Channel } from "../people/address.ts";

/** Purpose of a message. */
export type Purpose = "transactional" | "marketing";

/** Consent of an address for a channel and a purpose. */
export interface ConsentState {
  status: "unknown" | "opted_in" | "opted_out";
  basis: string | null;
}

/** Nothing was ever recorded. */
export const nothingRecorded: ConsentState = { status: "unknown", basis: null };

/** Verdict of the gate on a message. */
export type Verdict = "allowed" | "recipient_opted_out" | "consent_missing";

/** Rule for a recipient who has neither agreed nor refused. */
type Rule = "allow" | "deny" | "needs a basis";

/** For whom nothing but `unknown` stands: what each channel takes for each purpose (comms.matrix). */
const unknownTakes: Readonly<Record<Channel, Readonly<Record<Purpose, Rule>>>> = {
  email: { transactional: "allow", marketing: "deny" },
  sms: { transactional: "needs a basis", marketing: "deny" },
  whatsapp: { transactional: "needs a basis", marketing: "deny" },
  in_app: { transactional: "allow", marketing: "allow" },
};

/** Facts that are reason enough for a transactional message to a phone. */
const recordedBases: readonly (string | null)[] = ["booking", "form", "inbound_message"];

/** Whether a message may go out: a refusal counts on each channel, and a consent too. */
export function verdictOf(channel: Channel, purpose: Purpose, { status, basis }: ConsentState): Verdict {
  if (status === "opted_out") return "recipient_opted_out";
  if (status === "opted_in") return "allowed";
  const rule = unknownTakes[channel][purpose];
  const isAllowed = rule === "allow" || (rule === "needs a basis" && recordedBases.includes(basis));
  return isAllowed ? "allowed" : "consent_missing";
}
