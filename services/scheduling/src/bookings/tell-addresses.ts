import type { TeamTx } from "@jst/db";
import { publishFact } from "@jst/events";

/** Tells where who books is reached: a basis for messages about the booking (comms.given-address). */
export function tellAddresses(
  tx: TeamTx,
  id: string,
  { email, phone }: { email: string; phone?: string | null | undefined },
): void {
  const phones = ["sms", "whatsapp"].map((channel) => ({ address: phone, channel }));
  const addresses = [{ address: email, channel: "email" }, ...(typeof phone === "string" ? phones : [])];
  const evidence = { booking_id: id };
  publishFact(tx, {
    type: "address.given",
    id,
    data: { addresses, basis: "booking", source: "booking", evidence },
  });
}
