import type { AuditEntry } from "@jst/events";

/** The entry of the audit log for a write of a packet. */
export const entryOf = (action: string, packetId: string): AuditEntry => ({
  action: `packet.${action}`,
  resource: "review",
  resourceId: packetId,
  outcome: "success",
});
