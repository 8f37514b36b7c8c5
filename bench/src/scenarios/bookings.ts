import type { BenchFacts, BookingsSeed, HostFacts } from "../facts.ts";
import type { Exchange } from "../load/iteration.ts";
import { newContacts } from "./contacts.ts";
import { lacks, throughGateway } from "./requests.ts";
import { cycle, ours, type Contestant, type Scenario } from "./scenario.ts";

const dayMs = 86_400_000;
const slotMs = 300_000;
/** More than the clock may go on while the bench runs. */
const firstDay = 2;
const rangeDays = 62;
const list = "bookings";
const alone = "1,000 bookings";
const contact = "contact";

const dateIn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** GET of one host's path; `text` is part of every good reply. */
function reading(
  name: string,
  hostOf: (seed: BookingsSeed) => HostFacts,
  pathOf: (eventTypeId: string) => string,
  text: string,
): Contestant {
  const exchanges = ({ bookings }: BenchFacts) => {
    if (bookings === undefined) throw new Error("The bookings were not seeded.");
    const { tokens, eventTypeIds } = hostOf(bookings);
    const ask = throughGateway({ tokens });
    const path = pathOf(eventTypeIds[0] ?? "");
    return () => ask(path, undefined, { status: 200, faultOf: lacks(text) });
  };
  return { name, door: "gateway", exchanges };
}

const slotsOf = (name: string, hostOf: (seed: BookingsSeed) => HostFacts) =>
  reading(
    name,
    hostOf,
    (id) => `/api/v1/scheduling/availability?event_type_id=${id}&date=${dateIn(firstDay)}`,
    "T12:30",
  );
const daysPath = (id: string) =>
  `/api/v1/scheduling/availability?event_type_id=${id}&start=${dateIn(firstDay)}&end=${dateIn(firstDay + rangeDays - 1)}`;
const page = reading(
  list,
  (seed) => seed.alone,
  () => "/api/v1/scheduling/bookings",
  "next_cursor",
);
const common = { hasTail: false, needs: "bookings" } as const;

/** Request before booking: the free starts of one day. */
export const slotsOfDay: Scenario = {
  ...common,
  name: "slots",
  title: "a day's slots of a host with 1,000 bookings, beside a page of bookings",
  contestants: [slotsOf(ours, (seed) => seed.alone), page],
  p50Target: { against: list, atMost: 2 },
};

/** Request of a calendar: the number of starts of each day. */
export const slotsOfRange: Scenario = {
  ...common,
  name: "slots-days",
  title: "counts of 62 days of a host with 1,000 bookings, beside a page of bookings",
  contestants: [reading(ours, (seed) => seed.alone, daysPath, "count"), page],
  p50Target: { against: list, atMost: 10 },
};

/** The bookings of others in the team cost nothing. */
export const slotsAmongMany: Scenario = {
  ...common,
  name: "slots-many",
  title: "a day's slots in a team with 100,000 bookings, beside one with 1,000",
  contestants: [slotsOf(ours, (seed) => seed.among), slotsOf(alone, (seed) => seed.alone)],
  p50Target: { against: alone, atMost: 1.2 },
};

/** Different slots of many hosts, with their mails. */
export const newBookings: Scenario = {
  name: "bookings",
  title: "booking of a free slot with its mails, attendees known, beside an insert of a contact",
  hasTail: true,
  needs: "bookings",
  contestants: [
    { name: ours, door: "gateway", exchanges: bookingsOf },
    { name: contact, door: "gateway", exchanges: (facts) => newContacts(facts) },
  ],
  target: { against: contact, atLeast: 0.6 },
};

const attendees = 100;
/** Within the window of a booking; runs on a fleet that is kept begin on days of their own. */
const spreadDays = 300;
let count = 0;

function bookingsOf({ bookings }: BenchFacts): () => Exchange {
  if (bookings === undefined) throw new Error("The bookings were not seeded.");
  const { tokens, eventTypeIds } = bookings.free;
  const ask = throughGateway({ tokens });
  const nextType = cycle(eventTypeIds);
  const from = Math.ceil(Date.now() / dayMs + firstDay + Math.random() * spreadDays) * dayMs;
  return () => {
    count += 1;
    const start = new Date(from + Math.floor(count / eventTypeIds.length) * slotMs).toISOString();
    const attendee = { name: "Ada", email: `ada.${count % attendees}@example.org` };
    const body = JSON.stringify({ event_type_id: nextType(), start, attendee });
    return ask("/api/v1/scheduling/bookings", body, { status: 201, faultOf: lacks("booked") });
  };
}
