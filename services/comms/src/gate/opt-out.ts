import type { TeamTx } from "@jst/db";
import { consents } from "../consents/consent.ts";
import type { Channel } from "../people/address.ts";
import type { Purpose } from "./consent-matrix.ts";
import { findKnown, type KnownRow } from "./gate.ts";

/** Address, channel and purpose of an opt-out. */
interface About {
  address: string;
  channel: Channel;
  purpose: Purpose;
}

/** Records an opt-out that came by way of a message, unless one stands: what stands needs no second record. */
export async function optOut(
  tx: TeamTx,
  about: About,
  { source, messageId }: { source: string; messageId: string },
): Promise<void> {
  const [known] = await tx.query<KnownRow>(findKnown(tx.context.teamId, { ...about, templateId: undefined }));
  if (known?.standing?.status === "opted_out") return;
  const said = { status: "opted_out", source, evidence: { message_id: messageId } };
  await consents.insert(tx, consents.draft({ ...about, ...said }), { baseUrl: "" });
}
