import type { FieldError } from "@jst/errors";
import { isTimeZone } from "@jst/query";
import { documentFaults, membersOf } from "../documents/body-faults.ts";

/** The rules of a new subscription that its schema does not have. */
export function subscriptionFaults(body: unknown, written: () => unknown): FieldError[] {
  const { collection_method: method, days_until_due: days, timezone } = membersOf(body);
  const faults = documentFaults(body, written, "items");
  if (method === "charge_automatically" && days != null)
    faults.push({
      field: "days_until_due",
      code: "not_allowed",
      message: "Only what is sent has days until it is due: take collection_method send_invoice.",
    });
  if (typeof timezone === "string" && !isTimeZone(timezone))
    faults.push({
      field: "timezone",
      code: "invalid_value",
      message: "Must be an IANA time zone such as Europe/Berlin.",
    });
  return faults;
}
