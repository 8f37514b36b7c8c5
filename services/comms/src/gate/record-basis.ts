import type { TeamTx } from "@jst/db";
import { findKnown, type KnownRow } from "./gate.ts";
import type { Channel } from "../people/address.ts";
import { consents } from "../consents/consent.ts";
import { holdAddress } from "../consents/hold-address.ts";

/** A fact that is reason enough to write to somebody about it. */
export interface Basis {
  basis: "booking" | "form" | "inbound_message";
  source: string;
  evidence: object;
}

/**
 * Records why somebody may be written to about their own affairs, where nothing is recorded of the address: so it lifts
 * no opt-out, and comes once (comms.given-address, comms.inbound-basis).
 */
export async function recordBasis(
  tx: TeamTx,
  { address, channel }: { address: string; channel: Channel },
  because: Basis,
): Promise<void> {
  const about = { address, channel, purpose: "transactional" } as const;
  await holdAddress(tx, about);
  const [known] = await tx.query<KnownRow>(findKnown(tx.context.teamId, { ...about, templateId: undefined }));
  if (known?.standing !== null) return;
  const record = consents.draft({ ...about, status: "unknown", ...because });
  await consents.insert(tx, record, { baseUrl: "" });
}
