import { one, instant, type TeamTx } from "@jst/db";
import { teamNow } from "../settings/team-now.ts";

/** Days after the due date of an open invoice from which a subscription is unpaid. */
const UNPAID_DAYS = 30;

/** State of a subscription by its open invoices (commerce.subscription-states). */
export interface PaymentStanding {
  status: "active" | "past_due" | "unpaid";
  /** When that changes by itself; undefined where it does not. */
  nextAt: string | undefined;
}

/** Looks at the open invoices of a subscription: the one that was due first decides. Dates are those of the zone. */
export async function findStanding(tx: TeamTx, id: string, timezone: string): Promise<PaymentStanding> {
  const after = (days: number) => `((i.due_date + ${days})::timestamp at time zone $3)`;
  const row = one(
    await tx.query<{ late: string | null; lost: string | null; isLate: boolean; isLost: boolean }>({
      name: "commerce.subscriptions.standing",
      text: `select ${instant("s.late")} as late, ${instant("s.lost")} as lost,
  coalesce(s.late <= s.now, false) as "isLate", coalesce(s.lost <= s.now, false) as "isLost"
from (select min(${after(1)}) as late, min(${after(UNPAID_DAYS + 1)}) as lost, ${teamNow()} as now
  from commerce.invoices i
  where i.team_id = $1 and i.source_id = $2 and i.source_type = 'subscription' and i.status = 'open') s`,
      values: [tx.context.teamId, id, timezone],
    }),
  );
  if (row.isLost) return { status: "unpaid", nextAt: undefined };
  if (row.isLate) return { status: "past_due", nextAt: row.lost ?? undefined };
  return { status: "active", nextAt: row.late ?? undefined };
}
