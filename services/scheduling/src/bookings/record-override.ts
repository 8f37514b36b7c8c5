import type { TeamTx } from "@jst/db";
import { recordAudit } from "@jst/events";

/** Notes in the audit log that something was booked outside of what is offered (scheduling.override). */
export function recordOverride(tx: TeamTx, id: string): void {
  recordAudit(tx, { action: "override", resource: "bookings", resourceId: id, outcome: "success" });
}
