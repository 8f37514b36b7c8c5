import type { CalendarBooking } from "../invite.ts";

/** A booking of half an hour in Berlin, with what is special about it. */
export function sampleBooking(special: Partial<CalendarBooking> = {}): CalendarBooking {
  return {
    uid: "bk-1@jst",
    ical_sequence: 0,
    status: "booked",
    start: "2026-11-24T09:00:00.000Z",
    end: "2026-11-24T09:30:00.000Z",
    timezone: "Europe/Berlin",
    event_type: { name: "Intro call" },
    host: { name: "Grace Hopper", email: "grace@example.org" },
    attendee: { name: "Ada Lovelace", email: "ada@example.org" },
    organizer: null,
    guest_states: [],
    location: { detail: null, join_url: null },
    manage_url: `https://jst.example/p/bookings/${"s".repeat(43)}`,
    changed_at: "2026-11-20T12:00:00.123Z",
    ...special,
  };
}
