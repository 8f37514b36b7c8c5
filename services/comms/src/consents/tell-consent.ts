import type { TeamTx } from "@jst/db";
import { publishFact } from "@jst/events";
import type { Consent } from "../../gen/rpc.ts";

/** As much of a record as others are told. */
export type RecordedConsent = Pick<Consent, "id" | "address" | "channel" | "purpose" | "status" | "at">;

/** Tells consent.changed with the record: of two, the one with the later time, then id, stands (comms.consent). */
export function tellConsent(
  tx: TeamTx,
  { id, address, channel, purpose, status, at }: RecordedConsent,
): void {
  publishFact(tx, { type: "consent.changed", id, data: { address, channel, purpose, status, at } });
}
