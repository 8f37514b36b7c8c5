import { systemContext } from "@jst/db";
import { factOf, type DeliveredEvent } from "@jst/events";
import { addressKind, addressOf, type Channel } from "../people/address.ts";
import { recordBasis, type Basis } from "./record-basis.ts";
import type { Recording } from "../consents/take-consents.ts";

/** Data of the fact address.given. */
interface GivenAddresses extends Basis {
  addresses: readonly { address: string; channel: Exclude<Channel, "in_app"> }[];
}

/** Records where somebody has said that they are reached, as a basis for answers; passes over other events. */
export async function takeAddresses(
  { database, logger }: Recording,
  teamId: string,
  events: readonly DeliveredEvent[],
): Promise<void> {
  for (const event of events) {
    const fact = factOf(event, "address.given");
    if (fact === undefined) continue;
    const { addresses, basis, source, evidence } = fact.data as unknown as GivenAddresses;
    await database.write(systemContext(teamId, { traceparent: event.traceparent }), async (tx) => {
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
