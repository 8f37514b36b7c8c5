import type { TeamTx } from "@jst/db";
import { recordAct } from "../documents/document.ts";

/** Records the change of a subscription in the audit log, with the write (commerce.audit). */
export function recordSubscriptionAct(tx: TeamTx, act: "create" | "update" | "cancel", id: string): void {
  recordAct(tx, "subscriptions", act, id);
}
