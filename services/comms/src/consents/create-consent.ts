import { unknownId } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import type { Handler, ConsentCreate } from "../../gen/rpc.ts";
import type { Deps } from "../deps.ts";
import type { Call } from "@jst/rpc";
import { addressKind, addressOf } from "../people/address.ts";
import { invalidAddress, noAddressFor, findContact } from "../people/contacts.ts";
import { consents } from "./consent.ts";

/** Records the consent under the folded address; a record each time, also of the same again. */
export const createConsent: Handler<"CreateConsent"> = async ({ body }, call) => {
  requireOneOf(body);
  // Every fault of the members is told before anybody is looked up.
  consents.draft({ ...body, address: body.address ?? "of the contact" });
  const address = await addressIn(body, call);
  const next = consents.draft({ ...body, address });
  return call.write((tx) => consents.insert(tx, next, call));
};

function requireOneOf({ address, contact_id }: ConsentCreate): void {
  if ((address === undefined) !== (contact_id === undefined)) return;
  const message = "Send either address or contact_id. Exactly one of the two is needed.";
  const code = address === undefined ? "required" : "not_allowed";
  throw validationFailed(["address", "contact_id"].map((field) => ({ field, code, message })));
}

/** The address that the record is about: of the contact the one that it has now (comms.consent). */
async function addressIn(
  { address, contact_id: id, channel }: ConsentCreate,
  call: Call<Deps>,
): Promise<string> {
  const kind = addressKind(channel);
  if (address !== undefined) {
    const found = addressOf(address);
    if (found === undefined) throw validationFailed([invalidAddress("address", address)]);
    if (found.kind !== kind) throw noAddressFor(channel);
    return found.folded;
  }
  const contact = await findContact(call, id ?? "");
  if (contact === undefined) throw validationFailed([unknownId("contact", "contact_id")]);
  if (kind === "contact") return contact.id;
  const own = addressOf(contact[kind] ?? "");
  if (own === undefined) throw noAddressFor(channel);
  return own.folded;
}
