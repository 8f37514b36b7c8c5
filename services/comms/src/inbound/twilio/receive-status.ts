import { systemContext, type Database, type Row, type Statement, type SystemDatabase } from "@jst/db";
import { isUuid } from "@jst/rpc";
import type { Request } from "express";
import type { Channel } from "../../people/address.ts";
import { recordOptOut } from "../../sending/follow-up.ts";
import { partyOf, readSigned, type SignatureParts, type SignedForm } from "./signed-form.ts";

/** Parts that receive reports of Twilio. */
export interface TwilioReporting extends SignatureParts {
  database: Database;
  lookup: SystemDatabase;
}

/** How a message has ended, by the word that Twilio has for it; every other one says that it is on its way. */
const ends: Readonly<Record<string, "delivered" | "undelivered" | "failed">> = {
  delivered: "delivered",
  // For WhatsApp: a read message has arrived.
  read: "delivered",
  undelivered: "undelivered",
  failed: "failed",
};
/** The recipient has sent STOP, which Twilio keeps a list of itself. */
const OPTED_OUT = "21610";
const CODE = /^\d{1,6}$/;

/** Records what Twilio tells of a message: a status never goes backwards, what nobody knows changes nothing. */
export async function receiveStatus(request: Request, parts: TwilioReporting): Promise<void> {
  const { teamId, values } = await readSigned(request, parts, (sent) => teamsOf(sent, parts.lookup));
  const sid = values.get("MessageSid") ?? "";
  if (sid === "" || sid.includes("\0")) return;
  const named = new URL(request.originalUrl, parts.baseUrl).searchParams.get("message_id") ?? "";
  const status = values.get("MessageStatus") ?? "";
  const end = Object.hasOwn(ends, status) ? ends[status] : undefined;
  const code = values.get("ErrorCode") ?? "";
  const report = end === undefined ? null : reportOf(end, CODE.test(code) ? code : null);
  const { result } = await parts.database.write(systemContext(teamId), async (tx) => {
    const [told] = await tx.query<ReportedMessage>(
      reported(teamId, sid, isUuid(named) ? named : null, report),
    );
    return told;
  });
  if (result !== undefined && code === OPTED_OUT) await recordOptOut(parts.database, result);
}

/** Teams whose account may have signed it: that of the message, and who sends from the number. */
async function teamsOf(values: SignedForm["values"], lookup: SystemDatabase): Promise<string[]> {
  const own = [values.get("From"), values.get("To")].map((text) => partyOf(text)?.number ?? "");
  const rows = await lookup.query<{ team_id: string }>({
    name: "comms.twilio.teams",
    text: `select r.team_id from comms.receiving_addresses r where r.address = any ($1::text[])
      union
      select m.team_id from comms.messages m
      where m.provider = 'twilio' and m.direction = 'outbound' and m.provider_id = $2`,
    // No text of the database has a NUL.
    values: [own, (values.get("MessageSid") ?? "").replaceAll("\0", "")],
  });
  return rows.map(({ team_id: teamId }) => teamId);
}

/** Message that a report is about. */
interface ReportedMessage extends Row {
  team_id: string;
  id: string;
  address: string;
  channel: Channel;
}

/** How it ended, in the members of a message. */
interface Report {
  status: "delivered" | "undelivered" | "failed";
  error?: { code: string | null; message: string };
}

function reportOf(status: Report["status"], code: string | null): Report {
  if (status === "delivered") return { status };
  const message =
    status === "failed" ? "Twilio could not send the message." : "The message did not reach the recipient.";
  return { status, error: { code, message } };
}

/**
 * Records the end of a sent message, once. A message whose acceptance is not recorded yet is found by the id in the
 * report's address. It then counts as accepted, even if it was queued for another provider, and its end is stored until
 * the acceptance is recorded.
 */
function reported(teamId: string, sid: string, id: string | null, report: Report | null): Statement {
  return {
    name: "comms.messages.reported",
    text: `update comms.messages m
      set provider = 'twilio', provider_id = $2, version = m.version + 1, updated_at = clock_timestamp(),
        status = case when m.status = 'sent' then coalesce($4::jsonb ->> 'status', m.status) else m.status end,
        error = case when m.status = 'sent' then coalesce($4::jsonb -> 'error', m.error) else m.error end,
        delivered_at = case when m.status = 'sent' and $4::jsonb ->> 'status' = 'delivered'
          then clock_timestamp() else m.delivered_at end,
        reported = case when m.status = 'sent' then m.reported
          else coalesce(m.reported, $4::jsonb || jsonb_build_object('delivered_at',
            case when $4::jsonb ->> 'status' = 'delivered' then clock_timestamp() end)) end
      where m.team_id = $1 and m.direction = 'outbound' and m.channel in ('sms', 'whatsapp') and not m.test
        and m.id in (
          select k.id from comms.messages k
          where k.team_id = $1 and k.provider = 'twilio' and k.direction = 'outbound' and k.provider_id = $2
          union all select $3::uuid)
        and case when m.status = 'sent' then m.provider_id = $2 and $4::jsonb is not null
          else m.status in ('queued', 'sending') and coalesce(m.provider_id = $2, m.id = $3::uuid)
            and (m.provider_id is null or ($4::jsonb is not null and m.reported is null)) end
      returning m.team_id, m.id, m.address, m.channel`,
    values: [teamId, sid, id, report],
  };
}
