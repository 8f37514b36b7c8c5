import { type TeamTx, systemContext } from "@jst/db";
import { findKnown, type KnownRow, type Purpose } from "./gate.ts";
import { type Channel, addressKind, addressOf } from "../people/address.ts";
import { consents, lockAddress } from "../consents/consent.ts";
import type { ReceivedFact } from "@jst/events";
import type { Recording } from "../consents/take-consents.ts";

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

/** Records the addresses that a person gave, as a basis for answers. */
export async function takeAddresses(
  { database, logger }: Recording,
  teamId: string,
  facts: readonly ReceivedFact<"address.given">[],
): Promise<void> {
  for (const { data, traceparent } of facts) {
    const { addresses, basis, source, evidence } = data;
    await database.write(systemContext(teamId, { traceparent }), async (tx) => {
      tx.keepOpen();
      for (const { address, channel } of addresses) {
        const found = addressOf(address);
        if (found?.kind === addressKind(channel))
          await recordBasis(tx, { address: found.folded, channel }, { basis, source, evidence });
        else logger.warn({ team: teamId, source }, "an address that was given is none");
      }
    });
  }
}

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
