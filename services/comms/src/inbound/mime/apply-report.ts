import type { Row, TeamTx } from "@jst/db";
import { isUuid } from "@jst/rpc";
import { optOut } from "../../gate/record-consent.ts";
import { suppress, suppressBounced } from "../../suppressions/suppression.ts";
import { foldedEmail } from "./recipients.ts";
import type { Report } from "./report.ts";

/** A message that a report names. */
interface Reported extends Row {
  id: string;
  address: string;
}

/**
 * Does what a report says about messages that we have sent to the very address that it names (comms.reports), in the
 * transaction that stores it; of anything else it changes nothing.
 */
export async function applyReport(tx: TeamTx, report: Report | null): Promise<void> {
  if (report === null) return;
  const ids = report.names.flatMap((name) => ownId(name) ?? []);
  const statuses = new Map(
    report.recipients.flatMap(({ address, status }) => {
      const found = foldedEmail(address);
      return found === undefined ? [] : [[found, status] as const];
    }),
  );
  if (ids.length === 0 || statuses.size === 0) return;
  const reported = await tx.query<Reported>({
    name: "comms.messages.reported_by_mail",
    text: `select t.id, t.address from comms.messages t
      where t.team_id = $1 and t.id = any($2::uuid[]) and t.address = any($3::text[])
        and t.direction = 'outbound' and t.channel = 'email' and t.status in ('sent', 'delivered', 'undelivered')
      for no key update`,
    values: [tx.context.teamId, ids, [...statuses.keys()]],
  });
  for (const message of reported) {
    if (report.kind === "bounce") await bounced(tx, message, statuses.get(message.address) ?? null);
    else await complained(tx, message);
  }
}

async function bounced(tx: TeamTx, { id, address }: Reported, status: string | null): Promise<void> {
  await tx.query({
    name: "comms.messages.bounced",
    text: `update comms.messages t
      set status = 'undelivered', version = t.version + 1, updated_at = clock_timestamp(),
        error = jsonb_build_object('code', $3::text, 'message', 'The server of the recipient has returned it.')
      where t.team_id = $1 and t.id = $2 and t.status <> 'undelivered'`,
    values: [tx.context.teamId, id, status],
  });
  await suppressBounced(tx, { id, address, channel: "email", status });
}

async function complained(tx: TeamTx, { id, address }: Reported): Promise<void> {
  const about = { address, channel: "email", purpose: "marketing" } as const;
  await suppress(tx, about, "spam_complaint");
  await optOut(tx, about, { source: "complaint", messageId: id });
}

/** The id in a Message-ID of ours, which is `<id@domain>`. */
function ownId(name: string): string | undefined {
  const id = /^\s*<([0-9a-f-]{36})@[^<>\s]+>\s*$/i.exec(name)?.[1];
  return id !== undefined && isUuid(id) ? id.toLowerCase() : undefined;
}
