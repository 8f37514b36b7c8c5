import { systemContext, storableText, type Database, type TeamTx } from "@jst/db";
import type { Hop } from "@jst/rpc";
import { showsSomething } from "@jst/values";
import type { Peers } from "../../gen/internal.ts";
import { lockAddress } from "../consents/consent.ts";
import { recordBasis, type Basis } from "../gate/record-consent.ts";
import { findReceived, insertReceived, type IncomingMessage, type StoredIncoming } from "./received.ts";

/** Longest name of a contact. */
const NAME_CHARS_MAX = 200;

/** Parts that receive messages. */
export interface ReceiverParts {
  database: Database;
  crm: Pick<Peers["crm"], "inboundContact">;
}

/** How one is received. */
export interface Receipt {
  /**
   * True if a person wrote the message: an unknown sender becomes a contact, and the message is a basis for answers if
   * nothing is recorded of the address. False for machines, for a STOP and for texts that look like a refusal: an
   * existing contact is named.
   */
  isPersonal: boolean;
  /**
   * Stores the consequences in the transaction of the message, so that they happen once. They run before the basis is
   * recorded, while other records of the address wait. The work may run again, and must not call other services.
   */
  also?: (tx: TeamTx, message: StoredIncoming) => Promise<void>;
}

/** A message that has come in. */
export interface Received {
  id: string;
  contactId: string | null;
  /** False where it had come before: nothing was done then. */
  isNew: boolean;
}

/**
 * Stores an incoming message once, by its provider's id: a repeat, even a concurrent one, is answered with the same id
 * and has no consequences (comms.inbound-once). The caller has verified the sender. Rejects with unavailable while crm
 * cannot make the contact: the message must be sent again.
 */
export async function receive(
  { database, crm }: ReceiverParts,
  teamId: string,
  message: IncomingMessage,
  { isPersonal, also }: Receipt,
  hop: Hop,
): Promise<Received> {
  const context = { ...systemContext(teamId, { traceparent: hop.traceparent }), requestId: hop.requestId };
  const before = async (): Promise<Received | undefined> => {
    const [found] = await database.read<StoredIncoming>(context, findReceived(teamId, message));
    return found && { id: found.id, contactId: found.contact_id, isNew: false };
  };
  const known = await before();
  if (known !== undefined) return known;
  const contactId = await contactOf(crm, teamId, message, { make: isPersonal }, hop);
  const { result } = await database.write(context, async (tx) => {
    tx.keepOpen();
    await lockAddress(tx, { address: message.from, channel: message.channel });
    const stored = await insertReceived(tx, message, contactId);
    if (stored === undefined) return undefined;
    await also?.(tx, stored);
    if (isPersonal)
      await recordBasis(tx, { address: message.from, channel: message.channel }, basisOf(message, stored));
    return stored;
  });
  if (result !== undefined) return { id: result.id, contactId, isNew: true };
  const other = await before();
  if (other === undefined) throw new Error("A message that was there is gone.");
  return other;
}

/** The contact who wrote. What makes none is stored without one while crm is away: an opt-out never bounces. */
async function contactOf(
  crm: ReceiverParts["crm"],
  team_id: string,
  { channel, from: address, name }: IncomingMessage,
  { make }: { make: boolean },
  hop: Hop,
): Promise<string | null> {
  const shown = storableText((name ?? "").slice(0, NAME_CHARS_MAX))
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  const called = showsSomething(shown) ? { name: shown } : {};
  const asked = crm.inboundContact({ team_id, channel, address, make, ...called }, hop);
  const { id } = await (make ? asked : asked.catch(() => ({ id: null })));
  return id;
}

/** Basis for an answer to the sender (comms.inbound-basis). */
const basisOf = ({ channel }: IncomingMessage, { id }: StoredIncoming): Basis => ({
  basis: "inbound_message",
  source: `inbound_${channel}`,
  evidence: { message_id: id },
});
