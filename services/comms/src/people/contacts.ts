import { isUuid, type Call } from "@jst/rpc";
import type { ContactAddress } from "../../gen/internal.ts";
import type { Deps } from "../deps.ts";
import { AppError, type FieldError } from "@jst/errors";
import { readPhone } from "@jst/values/phone";

/** Returns the live contact of the caller's team; undefined for any other id. Throws unavailable without crm. */
export async function findContact(
  { caller: { team_id }, deps, hop }: Call<Deps>,
  id: string,
): Promise<ContactAddress | undefined> {
  if (!isUuid(id)) return undefined;
  const { contacts } = await deps.crm.findAddresses({ team_id, ids: [id.toLowerCase()] }, hop);
  return contacts[0];
}

/** Makes the fault of a text that is not an address: of digits, with what a telephone number needs. */
export const invalidAddress = (field: string, text: string): FieldError => ({
  field,
  code: "invalid_format",
  message:
    (/^[^@\p{L}]*\d[^@\p{L}]*$/u.test(text) ? readPhone(text).fault?.message : undefined) ??
    "Must be an e-mail address without a name, or a phone number with its country code.",
});

/** Makes the fault of a recipient without an address on the channel. */
export function noAddressFor(channel: string): AppError {
  return new AppError(
    "no_address_for_channel",
    `The recipient does not have an address for the channel ${channel}. Add one to the contact, or use another channel.`,
  );
}
