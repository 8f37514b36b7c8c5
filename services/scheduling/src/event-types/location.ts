import type { FieldError } from "@jst/errors";
import type { EventTypeValues } from "../../gen/resources.ts";

const PHONE = /^\+[1-9][0-9]{1,14}$/;

type Location = Pick<EventTypeValues, "location_type" | "location_detail">;

/** What the detail of a place must be (scheduling.location); a place that is not here takes none. */
const details: Readonly<
  Record<string, { isNeeded: boolean; isGood: (text: string) => boolean; what: string }>
> = {
  in_person: { isNeeded: true, isGood: () => true, what: "an address" },
  link: { isNeeded: true, isGood: isSecureAddress, what: "an address that begins with https://" },
  video: { isNeeded: false, isGood: isSecureAddress, what: "an address that begins with https://" },
  phone_inbound: {
    isNeeded: true,
    isGood: (text) => PHONE.test(text),
    what: "a number such as +14155550100",
  },
};

/** What is wrong with the detail of an event type's place. */
export function locationFaults({ location_type: type, location_detail: text }: Location): FieldError[] {
  const refused = (code: string, message: string) => [{ field: "location_detail", code, message }];
  const detail = details[type];
  if (detail === undefined)
    return text === null ? [] : refused("not_allowed", `The place ${type} takes no detail.`);
  if (text === null)
    return detail.isNeeded ? refused("required", `The place ${type} needs ${detail.what}.`) : [];
  return detail.isGood(text) ? [] : refused("invalid_format", `The place ${type} takes ${detail.what}.`);
}

/** An address of https as a browser reads it, without the blanks that it would drop. */
function isSecureAddress(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && URL.canParse(text) && new URL(text).protocol === "https:";
}
