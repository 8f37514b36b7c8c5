import type { Answers } from "@jst/answers";
import type { Caller } from "@jst/caller";
import type { FieldError } from "@jst/errors";
import { instantMs, isTimeZone } from "@jst/query";
import { PHONE_HELP, readPhone, storedPhone } from "@jst/values/phone";
import type { Attendee, BookedLocation, BookingCreate, LocationCreate } from "../../gen/rpc.ts";
import type { BookedType, EventTypeName } from "../availability/free-slots.ts";

/** Requested booking in its stored form. */
export interface AskedBooking {
  named: EventTypeName;
  start: number;
  attendee: Attendee;
  guests: string[];
  notes: string | null;
  /** As they were given; the event type's questions say what they are. */
  answers: Answers;
  location: LocationCreate | undefined;
  isOverride: boolean;
}

/** Reads a body that its schema has passed; every fault is pushed. */
export function readBooking(
  body: BookingCreate,
  caller: Pick<Caller, "token_type">,
  errors: FieldError[],
): AskedBooking {
  const { event_type_id: id, event_type: slug, attendee, guests = [], notes } = body;
  return {
    named: id === undefined ? { event_type: slug ?? "" } : { event_type_id: id },
    start: instantMs(body.start),
    attendee: readAttendee(attendee, errors),
    guests: readGuests(guests, errors),
    notes: notes === undefined || notes === "" ? null : notes,
    location: body.location,
    answers: body.answers ?? {},
    isOverride: readOverride(body.override_availability, caller, errors),
  };
}

/** Returns the faults of naming an event type, to be shown with those of the schema. */
export function namingFaults(body: unknown): FieldError[] {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return [];
  const { event_type_id: id, event_type: slug } = body as Partial<BookingCreate>;
  if ((id === undefined) !== (slug === undefined)) return [];
  const message = "Send either event_type_id or event_type, not both.";
  const code = id === undefined ? "required" : "not_allowed";
  return ["event_type_id", "event_type"].map((field) => ({ field, code, message }));
}

/** Finds the fault of the telephone number of a body; it is reported together with the faults of the schema. */
export function phoneFaults(body: unknown): FieldError[] {
  const { attendee } = (body ?? {}) as { attendee?: { phone?: unknown } | null };
  const phone = attendee?.phone;
  const fault = typeof phone === "string" && phone !== "" ? readPhone(phone).fault : undefined;
  return fault === undefined ? [] : [{ field: "attendee.phone", code: fault.code, message: PHONE_HELP }];
}

/** Returns true if the booking ignores the availability; adds a fault for a token that is not a service token. */
export function readOverride(
  given: boolean | undefined,
  { token_type: type }: Pick<Caller, "token_type">,
  errors: FieldError[],
): boolean {
  if (given === true && type !== "service") {
    const message =
      "Only a service token can book outside the free times. Remove override_availability, or use a service token.";
    errors.push({ field: "override_availability", code: "not_allowed", message });
  }
  return given === true;
}

function readAttendee(
  { name, email, phone, timezone }: BookingCreate["attendee"],
  errors: FieldError[],
): Attendee {
  const refuse = (member: string, code: string, message: string) =>
    errors.push({ field: `attendee.${member}`, code, message });
  if (/\p{Cc}/u.test(name)) refuse("name", "invalid_format", "Must not contain control characters.");
  else if (name.trim() === "")
    refuse("name", "required", "An attendee needs a name. Send one with at least one visible character.");
  if (timezone !== undefined && !isTimeZone(timezone))
    refuse("timezone", "invalid_value", "Must be an IANA time zone such as Europe/Paris.");
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone === undefined ? null : storedPhone(phone),
    timezone: timezone ?? null,
  };
}

function readGuests(guests: readonly string[], errors: FieldError[]): string[] {
  const seen = new Set<string>();
  for (const [at, guest] of guests.entries()) {
    if (seen.has(guest.toLowerCase()))
      errors.push({
        field: `guests.${at}`,
        code: "duplicate",
        message: "The list has this guest twice. Send each guest once.",
      });
    seen.add(guest.toLowerCase());
  }
  return [...guests];
}

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
  required: "This event type needs this field. Send a value for it.",
  not_allowed: "This event type does not use this field. Remove the field.",
  invalid_value:
    "This event type has another location type. Leave this field out to use the one of the event type.",
};

function refuse(errors: FieldError[], field: string, code: keyof typeof sentences): void {
  errors.push({ field, code, message: sentences[code] });
}
