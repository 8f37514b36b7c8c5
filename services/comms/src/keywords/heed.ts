import type { SecretBox } from "@jst/config";
import type { Row, TeamTx } from "@jst/db";
import { consents } from "../consents/consent.ts";
import type { Purpose } from "../gate/consent-matrix.ts";
import { queueOnce } from "../messages/queries.ts";
import { effectOf, type Effect, type History, type KeywordRecord, type ReplyKind } from "./effect.ts";
import type { Keyword } from "../words/keyword.ts";

/** A keyword that somebody has sent, in a message that is stored. */
export interface Heard {
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
/** What the person has said, here or at Twilio; a team that records an opt-out of its own names it as it likes. */
const IS_STOP = `c.status = 'opted_out' and c.created_by_type = 'system' and c.source in ('${SOURCE}', 'provider')`;

/**
 * Does what a keyword asks for in the transaction that stores its message, and queues the answer, which goes past the
 * gate (comms.keyword-replies). Records of the address must wait until the transaction ends: of two messages at once
 * one is the first.
 */
export async function heed(tx: TeamTx, heard: Heard, answering: Answering): Promise<void> {
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
  { address, channel }: Heard,
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
  { channel, address, number, messageId }: Heard,
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

/** What stands for what concerns the person, as far as the keyword has said. */
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
