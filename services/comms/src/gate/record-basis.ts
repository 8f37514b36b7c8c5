import type { TeamTx } from "@jst/db";
import { findKnown, type KnownRow } from "./gate.ts";
import type { Channel } from "../people/address.ts";
import { consents } from "../consents/consent.ts";
import { lockAddress } from "../consents/lock-address.ts";

/** A fact that is reason enough to write to somebody about it. */
export interface Basis {
  basis: "booking" | "form" | "inbound_message";
  source: string;
  evidence: object;
}

/**
 * Records why somebody may be written to about their own affairs, if nothing is recorded of the address: it lifts no
 * opt-out and is made once (comms.given-address, comms.inbound-basis). After a refusal a message is not a basis
 * (comms.refusals).
 */
export async function recordBasis(
  tx: TeamTx,
  { address, channel }: { address: string; channel: Channel },
  because: Basis,
): Promise<void> {
  const about = { address, channel, purpose: "transactional" } as const;
  await lockAddress(tx, about);
  const [known] = await tx.query<KnownRow>(findKnown(tx.context.teamId, { ...about, templateId: undefined }));
  if (known?.standing !== null || (known.is_refusing && because.basis === "inbound_message")) return;
  const record = consents.draft({ ...about, status: "unknown", ...because });
  await consents.insert(tx, record, { baseUrl: "" });
}
