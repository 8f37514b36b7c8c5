import type { FieldError } from "@jst/errors";
import { readPhone } from "@jst/values/phone";
import type { EventTypeValues } from "../../gen/resources.ts";

type Location = Pick<EventTypeValues, "location_type" | "location_detail">;

/** Rules for the detail of a place (scheduling.location); other places take no detail. */
const details: Readonly<
  Record<string, { isNeeded: boolean; isGood: (text: string) => boolean; what: string }>
> = {
  in_person: { isNeeded: true, isGood: () => true, what: "an address" },
  link: { isNeeded: true, isGood: isSecureAddress, what: "an address that begins with https://" },
  video: { isNeeded: false, isGood: isSecureAddress, what: "an address that begins with https://" },
  phone_inbound: {
    isNeeded: true,
    isGood: (text) => readPhone(text).value !== undefined,
    what: "a telephone number with its country code, such as +49 30 901820",
  },
};

/** Returns the faults of the detail of an event type's place. */
export function locationFaults({ location_type: type, location_detail: text }: Location): FieldError[] {
  const refused = (code: string, message: string) => [{ field: "location_detail", code, message }];
  const detail = details[type];
  if (detail === undefined)
    return text === null ? [] : refused("not_allowed", `The place ${type} takes no detail.`);
  if (text === null)
    return detail.isNeeded ? refused("required", `The place ${type} needs ${detail.what}.`) : [];
  return detail.isGood(text) ? [] : refused("invalid_format", `The place ${type} takes ${detail.what}.`);
}

/** The detail as it is stored: a telephone number in E.164, however its digits are set apart. */
export function storedDetail({ location_type: type, location_detail: text }: Location): string | null {
  return type === "phone_inbound" && text !== null ? (readPhone(text).value ?? text) : text;
}

/** An address of https as a browser reads it, without the blanks that it would drop. */
function isSecureAddress(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) && new URL(text).protocol === "https:";
}
