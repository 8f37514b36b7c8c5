import type { Row, TeamTx } from "@jst/db";
import { isUuid } from "@jst/rpc";
import { optOut } from "../../gate/opt-out.ts";
import { suppressions } from "../../suppressions/suppression.ts";
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
  const addresses = report.addresses.flatMap((address) => foldedEmail(address) ?? []);
  if (ids.length === 0 || addresses.length === 0) return;
  const reported = await tx.query<Reported>({
    name: "comms.messages.reported_by_mail",
    text: `select t.id, t.address from comms.messages t
      where t.team_id = $1 and t.id = any($2::uuid[]) and t.address = any($3::text[])
        and t.direction = 'outbound' and t.channel = 'email' and t.status in ('sent', 'delivered', 'undelivered')
      for no key update`,
    values: [tx.context.teamId, ids, addresses],
  });
  for (const message of reported) {
    if (report.kind === "bounce") await bounced(tx, message, report.status);
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
  await suppress(tx, address, "hard_bounce");
}

async function complained(tx: TeamTx, { id, address }: Reported): Promise<void> {
  await suppress(tx, address, "spam_complaint");
  const about = { address, channel: "email", purpose: "marketing" } as const;
  await optOut(tx, about, { source: "complaint", messageId: id });
}

/** Suppresses the address; one that is suppressed already stays as it is. */
async function suppress(
  tx: TeamTx,
  address: string,
  reason: "hard_bounce" | "spam_complaint",
): Promise<void> {
  const standing = await tx.query({
    name: "comms.suppressions.stands",
    text: `select from comms.suppressions t
      where t.team_id = $1 and t.address = $2 and t.channel = 'email' and t.deleted_at is null`,
    values: [tx.context.teamId, address],
  });
  if (standing.length > 0) return;
  await suppressions.insert(tx, suppressions.draft({ address, channel: "email", reason }), { baseUrl: "" });
}

/** The id in a Message-ID of ours, which is `<id@domain>`. */
function ownId(name: string): string | undefined {
  const id = /^\s*<([0-9a-f-]{36})@[^<>\s]+>\s*$/i.exec(name)?.[1];
  return id !== undefined && isUuid(id) ? id.toLowerCase() : undefined;
}
