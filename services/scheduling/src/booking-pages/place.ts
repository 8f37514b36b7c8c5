import type { BookedType } from "../availability/booking-facts.ts";
import type { BookedLocation } from "../../gen/rpc.ts";
import { html, type Content } from "@jst/pages";

/** Writes the place of an event type that is not booked yet. */
export function offeredPlace({ location_type: type, location_detail: detail }: BookedType): string {
  return type === "in_person" ? (detail ?? "") : (ways[type] ?? "");
}

/** Writes the place of a booking, never the attendee's telephone number. */
export function bookedPlace({ type, detail, join_url: url }: BookedLocation): Content {
  if (url !== null && URL.canParse(url)) return html`<a href="${url}" rel="noreferrer">${url}</a>`;
  if (type === "phone_outbound") return ways[type];
  return detail ?? ways[type];
}

/** Names of the places. */
export const ways: Readonly<Record<string, string>> = {
  in_person: "In person",
  video: "Video call",
  link: "Online",
  phone_outbound: "By telephone: the host calls",
  phone_inbound: "By telephone: the attendee calls",
  attendee_address: "At the attendee's address",
  attendee_choice: "As the attendee likes",
};
