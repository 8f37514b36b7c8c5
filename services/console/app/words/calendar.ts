/** What the pages of the calendar say. */
export const BOOKINGS = {
  kind: "Booking",
  none: "Nothing is booked. Book here, or give people the page of an event type.",
  noneThen: "There is none.",
  which: "Which bookings",
  views: { coming: "coming", past: "past", cancelled: "cancelled" },
  columns: { when: "When", what: "What", who: "Who", minutes: "Minutes" },
  with: (what: string, who: string) => `${what} with ${who}`,
  opens: "New booking",
  does: "Book",
  fields: { name: "Name", email: "E-mail address", notes: "Notes", start: "When", eventType: "Event type" },
  noTypes: "There is no event type yet; make one first.",
  date: "Date",
  slot: "Free times",
  noSlot: "Nothing is free on this date.",
  cancel: {
    opens: "Cancel the booking",
    title: "Cancel this booking?",
    does: "Cancel the booking",
    says: "Both sides get a mail, and the time is free again. A cancelled booking stays cancelled.",
  },
  noShow: {
    opens: "Nobody came",
    title: "Did nobody come?",
    does: "Nobody came",
    says: "The booking is kept as missed.",
  },
  move: "Move",
  moves: "Move the booking",
} as const;

/** Of event types. */
export const EVENT_TYPES = {
  kind: "Event type",
  none: "There is no event type yet. Make one, and people can book it.",
  opens: "New event type",
  does: "Make the event type",
  columns: { name: "Name", minutes: "Minutes", host: "Host", state: "Can be booked" },
  fields: {
    name: "Name",
    description: "Description",
    host_id: "Who is booked",
    duration_minutes: "Minutes",
    location_type: "Where",
    location_detail: "Address, link or number",
    public: "Anybody with its address can book it",
    active: "Can be booked",
  },
  places: {
    phone_outbound: "we call",
    phone_inbound: "they call",
    in_person: "at an address",
    video: "by video, at a link",
    link: "at a link",
    attendee_address: "at theirs",
    attendee_choice: "as they choose",
  },
  bookedAt: "People book it at",
  itsPage: "its page",
  remove: {
    opens: "Delete",
    title: "Delete this event type?",
    does: "Delete",
    says: "Nobody can book it any more. Bookings that were made stay.",
  },
} as const;

/** Of hours. */
export const HOURS = {
  none: "Nobody hosts bookings yet. An event type names its host.",
  hosts: "Hosts",
  member: "a member",
  isDefault: "the hours of the platform until the host sets some",
  to: (start: string, end: string) => `${start} to ${end}`,
  closed: "closed",
  edit: "Change the hours",
  timezone: "Time zone, such as Europe/Paris",
  save: "Save the hours",
  help: "Such as 09:00-12:30, 13:30-17:00; empty when closed.",
  unreadable: (day: string) => `${day}: write times as 09:00-17:00, several separated by commas.`,
} as const;
