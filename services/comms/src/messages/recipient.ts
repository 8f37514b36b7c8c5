import { unknownId } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import { isUuid, type Call } from "@jst/rpc";
import type { Deps } from "../deps.ts";
import { addressKind, addressOf, channelOf, type Address, type Channel } from "../people/address.ts";
import { invalidAddress, noAddressFor, findContact } from "../people/contacts.ts";

/** Recipient of a message. */
export interface Recipient {
  channel: Channel;
  /** An e-mail address as it was given, of a contact the one that it has; a phone number in E.164. */
  to: string;
  /** Folded: what consent is looked up by. */
  address: string;
  contactId: string | null;
}

interface Addressed {
  to: string;
  channel?: Channel | undefined;
}

/**
 * Finds the recipient that `to` names, and the channel. Throws validation_failed for none, then no_address_for_channel
 * (comms.send-to). Other services are called only for an id.
 */
export function recipientOf(sent: Addressed, call: Call<Deps>): Promise<Recipient> {
  return isUuid(sent.to) ? byId(sent, call) : Promise.resolve(byAddress(sent));
}

function byAddress({ to, channel: given }: Addressed): Recipient {
  const found = addressOf(to);
  if (found === undefined) throw validationFailed([invalidAddress("to", to)]);
  const channel = given ?? channelOf(found);
  if (addressKind(channel) !== found.kind) throw noAddressFor(channel);
  return { channel, to: shownTo(to, found), address: found.folded, contactId: null };
}

async function byId({ to, channel }: Addressed, call: Call<Deps>): Promise<Recipient> {
  const id = to.toLowerCase();
  const contact = await findContact(call, id);
  if (contact === undefined) {
    if (channel !== "in_app" || !(await isMember(id, call)))
      throw validationFailed([unknownId("contact", "to")]);
    return { channel, to: id, address: id, contactId: null };
  }
  if (channel === undefined) {
    const message =
      'channel is missing: a contact can be reached by several. Send channel, such as "email" or "sms".';
    throw validationFailed([{ field: "channel", code: "required", message }]);
  }
  const kind = addressKind(channel);
  if (kind === "contact") return { channel, to: id, address: id, contactId: id };
  const given = contact[kind] ?? "";
  const own = addressOf(given);
  if (own === undefined) throw noAddressFor(channel);
  return { channel, to: shownTo(given, own), address: own.folded, contactId: id };
}

/** Providers take a number in E.164 alone; the local part of an e-mail address is its owner's to spell. */
const shownTo = (given: string, { kind, folded }: Address): string => (kind === "phone" ? folded : given);

/** True for a member of the team: in the app a team writes to its own people too. */
async function isMember(id: string, { deps, caller, hop }: Call<Deps>): Promise<boolean> {
  const reference = { kind: "member" as const, field: "to", id };
  return (await deps.directory.faultsOf(caller.team_id, [reference], hop)).length === 0;
}
