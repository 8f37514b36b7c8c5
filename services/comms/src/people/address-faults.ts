import { AppError, type FieldError } from "@jst/errors";
import { readPhone } from "@jst/values/phone";

/** Makes the fault of a text that is not an address: of digits, with what a telephone number needs. */
export const invalidAddress = (field: string, text: string): FieldError => ({
  field,
  code: "invalid_format",
  message:
    (/^[^@\p{L}]*\d[^@\p{L}]*$/u.test(text) ? readPhone(text).fault?.message : undefined) ??
    "Must be a bare e-mail address or a phone number with its country code.",
});

/** Makes the fault of a recipient without an address on the channel. */
export function noAddressFor(channel: string): AppError {
  return new AppError("no_address_for_channel", `That names no address for the channel ${channel}.`);
}
