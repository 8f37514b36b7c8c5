/** Event types that the team lacks are made under these slugs. */
export const eventTypeExamples = [
  {
    slug: "first-consultation",
    name: "First consultation",
    description: "We look at what you have and at what you need.",
    duration_minutes: 60,
    buffer_after_minutes: 15,
    reminders_minutes: [1440],
    questions: [{ id: "topic", label: "What is it about?", type: "short_text" }],
  },
  { slug: "check-in", name: "Check-in", duration_minutes: 30, location_type: "phone_outbound" },
] as const;

/** Bookings of the first event type, with their states. */
export const bookingExamples = [
  { name: "Mina Okafor", email: "mina.okafor@example.com", become: "completed" },
  { name: "Jonas Lind", email: "jonas.lind@example.com", become: "cancelled" },
  { name: "Priya Nair", email: "priya.nair@example.com", become: "booked" },
] as const;
