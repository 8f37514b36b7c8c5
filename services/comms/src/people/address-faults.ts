import { AppError, type FieldError } from "@jst/errors";

/** What is told of a text that is no address. */
export const invalidAddress = (field: string): FieldError => ({
  field,
  code: "invalid_format",
  message: "Must be a bare e-mail address or a phone number in E.164.",
});

/** What is told where nobody is reached on the channel. */
export function noAddressFor(channel: string): AppError {
  return new AppError("no_address_for_channel", `That names no address for the channel ${channel}.`);
}
