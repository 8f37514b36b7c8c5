import type { Database, TeamTx } from "@jst/db";
import { lockInvoice } from "../invoices/invoice.ts";
import { invoices, payBy } from "../invoices/lifecycle.ts";
import { readMoment } from "../settings/team-settings.ts";
import { dueTeams, type ClockParts, type ClockTeam } from "./due-teams.ts";

/** Charges that one transaction makes. */
const BATCH = 100;

/**
 * Charges the invoices that are due for it, each once (commerce.charges); returns whether more can be done at once. If
 * nobody charges any longer, nothing is paid and the subscription follows its invoice.
 */
export async function chargeInvoices(parts: ClockParts): Promise<boolean> {
  let isMore = false;
  for (const team of await dueTeams(parts, "charges"))
    try {
      isMore = (await chargeBatch(parts.database, team)) === BATCH || isMore;
    } catch (error) {
      parts.onFault(error, team.context.teamId);
    }
  return isMore;
}

async function chargeBatch(database: Database, { context, timezone }: ClockTeam): Promise<number> {
  const { result } = await database.write(context, async (tx) => {
    const ids = await take(tx);
    const { provider } = await readMoment(tx);
    for (const id of ids) {
      const locked = await lockInvoice(tx, id, timezone);
      if (locked?.invoice.status !== "open" || provider !== "test") continue;
      const payment = { provider, method: "card", reference: `test_${id}` };
      await invoices.enter(tx, locked, payBy(payment), { timezone });
    }
    return ids.length;
  });
  return result;
}

/** Takes charges off the queue, with the attempt. */
async function take(tx: TeamTx): Promise<string[]> {
  const rows = await tx.query<{ invoice_id: string }>({
    name: "commerce.charges.take",
    text: `delete from commerce.charges h where h.team_id = $1 and h.invoice_id = any(array(
  select c.invoice_id from commerce.charges c where c.team_id = $1 order by c.created_at limit $2 for update skip locked
)) returning h.invoice_id`,
    values: [tx.context.teamId, BATCH],
  });
  return rows.map(({ invoice_id: id }) => id).sort();
}
