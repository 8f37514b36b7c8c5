import type { FieldError } from "@jst/errors";
import type { BookedLocation, LocationCreate } from "../../gen/rpc.ts";
import type { BookedType } from "../availability/booking-facts.ts";

type Place = Pick<BookedType, "location_type" | "location_detail">;

/** Returns the place: the event type's, or the attendee's if it asks; pushes every fault. */
export function bookedLocation(
  { location_type: type, location_detail: detail }: Place,
  given: LocationCreate | undefined,
  phone: string | null,
  errors: FieldError[],
): BookedLocation {
  switch (type) {
    case "attendee_choice":
      return chosen(given, phone, errors);
    case "attendee_address":
      if (given?.type !== undefined && given.type !== type) refuse(errors, "location.type", "invalid_value");
      return { type, detail: needed(given?.detail, errors), join_url: null };
    default:
      if (given !== undefined) refuse(errors, "location", "not_allowed");
      return placed(type, detail, phone, errors);
  }
}

function chosen(
  given: LocationCreate | undefined,
  phone: string | null,
  errors: FieldError[],
): BookedLocation {
  const type = given?.type;
  if (type === undefined) {
    refuse(errors, "location.type", "required");
    return { type: "video", detail: null, join_url: null };
  }
  if (type === "in_person" || type === "attendee_address")
    return { type, detail: needed(given?.detail, errors), join_url: null };
  if (given?.detail !== undefined) refuse(errors, "location.detail", "not_allowed");
  return placed(type, null, phone, errors);
}

function placed(
  type: string,
  detail: string | null,
  phone: string | null,
  errors: FieldError[],
): BookedLocation {
  if (type !== "phone_outbound")
    return { type, detail, join_url: type === "link" || type === "video" ? detail : null };
  if (phone === null) refuse(errors, "attendee.phone", "required");
  return { type, detail: phone, join_url: null };
}

function needed(detail: string | undefined, errors: FieldError[]): string {
  if (detail === undefined || detail.trim() === "") refuse(errors, "location.detail", "required");
  return detail ?? "";
}

const sentences = {
  required: "This event type needs it.",
  not_allowed: "This event type does not ask for it.",
  invalid_value: "This event type takes another one.",
};

function refuse(errors: FieldError[], field: string, code: keyof typeof sentences): void {
  errors.push({ field, code, message: sentences[code] });
}
