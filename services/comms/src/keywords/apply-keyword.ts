import type { SecretBox } from "@jst/config";
import type { Row, TeamTx } from "@jst/db";
import { consents } from "../consents/consent.ts";
import type { Purpose } from "../gate/gate.ts";
import { queueOnce } from "../messages/queries.ts";
import type { Keyword } from "../words/keyword.ts";

/** A keyword that somebody has sent, in a message that is stored. */
export interface KeywordMessage {
  keyword: Keyword;
  channel: "sms" | "whatsapp";
  /** Sender, folded. */
  address: string;
  /** The team's number to which it came, which answers. */
  number: string;
  messageId: string;
}

/** Sender of the reply: the provider of the team on the channel, and the team's name. */
export interface Answering {
  provider: string;
  /** Undefined where nobody can tell it now. */
  name: string | undefined;
  secrets: SecretBox;
}

/** Names the records of keywords, as `unsubscribe` and `provider` name others. */
const SOURCE = "keyword";
/** Opt-outs by the person, here or at Twilio; a team that records its own opt-out names the source as it likes. */
const IS_STOP = `c.status = 'opted_out' and c.created_by_type = 'system' and c.source in ('${SOURCE}', 'provider')`;

/**
 * Does what a keyword asks for in the transaction that stores its message, and queues the answer, which goes past the
 * gate (comms.keyword-replies). Records of the address must wait until the transaction ends: of two messages at once
 * one is the first.
 */
export async function applyKeyword(tx: TeamTx, heard: KeywordMessage, answering: Answering): Promise<void> {
  const { keyword, channel, address, messageId } = heard;
  const histories = await findHistories(tx, heard);
  const { records, reply } = effectOf(keyword, histories);
  for (const record of records) {
    const said = { source: SOURCE, evidence: { message_id: messageId, keyword } };
    await consents.insert(tx, consents.draft({ address, channel, ...record, ...said }), { baseUrl: "" });
  }
  if (reply !== undefined) await queueReply(tx, heard, answering, { kind: reply, records });
}

async function findHistories(
  tx: TeamTx,
  { address, channel }: KeywordMessage,
): Promise<Readonly<Record<Purpose, History>>> {
  const rows = await tx.query<Row & History & { purpose: Purpose }>({
    name: "comms.keywords.histories",
    text: `select p.purpose,
      (select json_build_object('status', c.status, 'is_stop', ${IS_STOP}) from comms.consents c
        where c.team_id = $1 and c.address = $2 and c.channel = $3 and c.purpose = p.purpose
        order by c.at desc, c.id desc limit 1) as standing,
      (select json_build_object('status', c.status, 'basis', c.basis) from comms.consents c
        where c.team_id = $1 and c.address = $2 and c.channel = $3 and c.purpose = p.purpose and not (${IS_STOP})
        order by c.at desc, c.id desc limit 1) as before
      from (values ('transactional'), ('marketing')) p (purpose)`,
    values: [tx.context.teamId, address, channel],
  });
  const none: History = { standing: null, before: null };
  const of = (purpose: Purpose) => rows.find((row) => row.purpose === purpose) ?? none;
  return { transactional: of("transactional"), marketing: of("marketing") };
}

async function queueReply(
  tx: TeamTx,
  { channel, address, number, messageId }: KeywordMessage,
  { provider, name, secrets }: Answering,
  { kind, records }: { kind: ReplyKind; records: Effect["records"] },
): Promise<void> {
  const draft = {
    kind,
    channel,
    from: number,
    to: address,
    address,
    contact_id: null,
    purpose: "transactional",
    subject: null,
    text: textOf(kind, name),
    html: null,
    template_id: null,
    variables: {},
    reply_to: null,
    metadata: {},
    consent: consentAfter(records),
    provider,
    test: false,
    token: `keyword:${messageId}`,
  };
  await queueOnce(tx, draft, secrets);
}

/** Returns the state of the person's consents after the keyword. */
function consentAfter(records: readonly KeywordRecord[]): object {
  const said = records.find(({ purpose }) => purpose === "transactional");
  return { status: said?.status ?? "unknown", basis: said?.basis ?? null };
}

/** One text message each, in letters that every phone has. */
function textOf(kind: ReplyKind, name: string | undefined): string {
  const from = name === undefined ? "" : `${name}: `;
  const texts: Readonly<Record<ReplyKind, string>> = {
    opt_out_confirmation: "You get no more messages from this number. Reply START to get them again.",
    opt_in_confirmation: "You get messages from this number again. Reply HELP for help, STOP to get no more.",
    help: "Reply STOP to get no more messages from this number, START to get them again.",
  };
  return `${from}${texts[kind]}`;
}

/** Records of an address on one channel for one purpose. */
export interface History {
  /** The record that stands; null where there is none. `is_stop`: the person said so to the number, or to Twilio. */
  standing: { status: string; is_stop: boolean } | null;
  /** The last record that no STOP made; null where there is none. */
  before: { status: string; basis: string | null } | null;
}

/** A record that a keyword makes. */
export interface KeywordRecord {
  purpose: Purpose;
  status: "opted_in" | "opted_out";
  basis: string | null;
}

/** Kind of the reply to a keyword. */
export type ReplyKind = "opt_out_confirmation" | "opt_in_confirmation" | "help";

/** Effect of a keyword. */
export interface Effect {
  records: KeywordRecord[];
  /** None where nothing has changed, so that two programs never answer each other. */
  reply: ReplyKind | undefined;
}

/** Returns the effect of a keyword by the records of its channel (comms.keywords). */
export function effectOf(keyword: Keyword, histories: Readonly<Record<Purpose, History>>): Effect {
  if (keyword === "help") return { records: [], reply: "help" };
  const { transactional, marketing } = histories;
  if (keyword === "stop") {
    const records = [stopped("transactional", transactional), stopped("marketing", marketing)].flat();
    return { records, reply: records.length > 0 ? "opt_out_confirmation" : undefined };
  }
  const records = [...startedTransactional(transactional), ...startedMarketing(marketing)];
  return { records, reply: records.length > 0 ? "opt_in_confirmation" : undefined };
}

/** A STOP is recorded also over another opt-out: that one is what a START goes back to. */
function stopped(purpose: Purpose, { standing }: History): KeywordRecord[] {
  return standing?.is_stop === true ? [] : [{ purpose, status: "opted_out", basis: null }];
}

/** Consents to transactional messages again on START, unless the person had opted out of them before the STOP. */
function startedTransactional({ standing, before }: History): KeywordRecord[] {
  const stays = standing?.is_stop === true && before?.status === "opted_out";
  if (standing?.status === "opted_in" || stays) return [];
  return [{ purpose: "transactional", status: "opted_in", basis: "inbound_message" }];
}

/** Marketing comes back as it stood before the STOP, on its own basis; no keyword is a first opt-in to it. */
function startedMarketing({ standing, before }: History): KeywordRecord[] {
  if (standing?.is_stop !== true || before?.status !== "opted_in") return [];
  return [{ purpose: "marketing", status: "opted_in", basis: before.basis }];
}
