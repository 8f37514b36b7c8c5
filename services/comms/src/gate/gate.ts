import type { Row, Statement } from "@jst/db";
import { AppError, type ErrorCode } from "@jst/errors";
import type { Channel } from "../people/address.ts";

/** Why a message is not sent. */
export type Refusal = Exclude<Verdict, "allowed"> | "recipient_suppressed";

/** Record of an address, for a channel and a purpose. */
export interface AddressRecord {
  /** The record that stands; null where there is none. */
  standing: ConsentState | null;
  is_suppressed: boolean;
  /** True if the person has written what reads like a refusal, and nobody has recorded since what it means. */
  is_refusing: boolean;
}

/** Template with its channel. */
export interface FoundTemplate {
  channel: Channel;
  subject: string | null;
  text: string | null;
  html: string | null;
}

const sentences: Readonly<Record<Refusal, string>> = {
  recipient_opted_out: "The recipient has opted out of these messages. Do not send them.",
  consent_missing:
    "The recipient has not agreed to these messages, or may have refused them later. Ask the recipient, and record the answer as a consent before you send the message again.",
  recipient_suppressed:
    "We stopped messages to this address on this channel, because they bounced or were reported. Use another address, or lift the suppression.",
};

/** Makes the SQL condition that nobody has recorded a consent to marketing since the message of the row `alias`. */
export const undecided = (alias: string): string => `not exists (select from comms.consents d
  where d.team_id = ${alias}.team_id and d.address = ${alias}.address and d.channel = ${alias}.channel
    and d.purpose = 'marketing' and d.status <> 'unknown' and d.at > ${alias}.created_at)`;

/** SQL of the members of Known over a row `alias` with team_id, address, channel and purpose. */
export function knownOf(alias: string): string {
  return `(select json_build_object('status', c.status, 'basis', c.basis)
    from comms.consents c
    where c.team_id = ${alias}.team_id and c.address = ${alias}.address and c.channel = ${alias}.channel
      and c.purpose = ${alias}.purpose
    order by c.at desc, c.id desc limit 1) as standing,
  exists (select from comms.suppressions s
    where s.team_id = ${alias}.team_id and s.address = ${alias}.address and s.channel = ${alias}.channel
      and s.deleted_at is null) as is_suppressed,
  exists (select from comms.messages r
    where r.team_id = ${alias}.team_id and r.address = ${alias}.address and r.channel = ${alias}.channel
      and r.attention = 'refusal' and ${undecided("r")}) as is_refusing`;
}

/** Recipient of a message. */
export interface Recipient {
  address: string;
  channel: Channel;
  purpose: Purpose;
  templateId: string | undefined;
}

/** Reads what the gate must know of a message, and its template, in one round trip. */
export function findKnown(teamId: string, { address, channel, purpose, templateId }: Recipient): Statement {
  return {
    name: "comms.gate",
    text: `select ${knownOf("m")}, (
        select row_to_json(f) from (
          select t.channel, t.subject, t.text, t.html from comms.templates t
          where t.team_id = m.team_id and t.id = $5::uuid and t.deleted_at is null
        ) f
      ) as template
      from (values ($1::uuid, $2::text, $3::text, $4::text)) m (team_id, address, channel, purpose)`,
    values: [teamId, address, channel, purpose, templateId ?? null],
  };
}

/** Row of findKnown. */
export interface KnownRow extends Row, AddressRecord {
  template: FoundTemplate | null;
}

/** Why the message may not go out: what the person says comes before what the address is (comms.send-order). */
export function refusalOf(
  { channel, purpose }: { channel: Channel; purpose: Purpose },
  { standing, is_suppressed: isSuppressed, is_refusing: isRefusing }: AddressRecord,
): Refusal | undefined {
  const verdict = verdictOf(channel, purpose, standing ?? nothingRecorded);
  if (verdict !== "allowed") return verdict;
  if (isRefusing && purpose === "marketing") return "consent_missing";
  return isSuppressed ? "recipient_suppressed" : undefined;
}

/** Returns the sentence of a refusal. */
export const refusalSentence = (refusal: Refusal): string => sentences[refusal];

/** The refusal as an answer. */
export const refused = (refusal: Refusal): AppError =>
  new AppError(refusal satisfies ErrorCode, sentences[refusal]);

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
