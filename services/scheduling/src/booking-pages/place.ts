import type { BookedType } from "../availability/booking-facts.ts";
import type { BookedLocation } from "../../gen/rpc.ts";
import { html, type Content } from "@jst/pages";

/** Where people meet, before anybody has booked. */
export function offeredPlace({ location_type: type, location_detail: detail }: BookedType): string {
  return type === "in_person" ? (detail ?? "") : (ways[type] ?? "");
}

/** Where people meet of a booking; a telephone number of the attendee's is told to nobody. */
export function bookedPlace({ type, detail, join_url: url }: BookedLocation): Content {
  if (url !== null && URL.canParse(url)) return html`<a href="${url}" rel="noreferrer">${url}</a>`;
  if (type === "phone_outbound") return ways[type];
  return detail ?? ways[type];
}

/** What the places are called. */
export const ways: Readonly<Record<string, string>> = {
  in_person: "In person",
  video: "Video call",
  link: "Online",
  phone_outbound: "By telephone: the host calls",
  phone_inbound: "By telephone: the attendee calls",
  attendee_address: "At the attendee's address",
  attendee_choice: "As the attendee likes",
};
