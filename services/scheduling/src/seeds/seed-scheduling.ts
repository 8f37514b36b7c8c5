import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import { findTeam } from "@jst/pages";
import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { readFacts } from "../availability/free-slots.ts";
import { changeBooking } from "../bookings/booking.ts";
import { cancel } from "../bookings/cancel-booking.ts";
import type { NewContact } from "../bookings/contacts.ts";
import { bookSlot } from "../bookings/create-booking.ts";
import type { BookingActor } from "../bookings/lifecycle.ts";
import { eventTypes } from "../event-types/event-type.ts";
import { DAY_MS } from "../slots/hours.ts";
import { slotStarts } from "../slots/slots.ts";

/** Days in which a free slot is looked for. */
const AHEAD_DAYS = 60;

type Seeded = { event_types: string[]; bookings: string[] };

/** Parts that book the examples. */
interface Seeding {
  by: BookingActor;
  /** Ids of attendees that are contacts, by their addresses. */
  contacts: ReadonlyMap<string, string | null>;
  /** Contacts to be made once the examples are committed. */
  lacking: NewContact[];
}

/** Creates example event types and bookings; an existing event type with an example's slug counts as the example. */
export const seedScheduling: InternalHandler<"SeedScheduling"> = async ({ team_id, host_id: host }, call) => {
  const { deps, hop } = call;
  const team = await findTeam(deps.auth, { team_id }, hop);
  if (team === undefined) throw notFound();
  const context = platformContext(team_id, call);
  const caller = { team_id: context.teamId, team: { timezone: team.timezone } };
  const by: BookingActor = { caller, context, deps };
  const contacts = new Map<string, string | null>();
  for (const { email } of bookingExamples) contacts.set(email, await deps.contacts.find(context, email));
  const { result } = await deps.database.write(context, async (tx) => {
    const lacking: NewContact[] = [];
    return { seeds: await seeded(tx, host.toLowerCase(), { by, contacts, lacking }), lacking };
  });
  for (const contact of result.lacking) await deps.newContacts.linkNow(context, contact);
  return { body: { ...result.seeds } };
};

async function seeded(tx: TeamTx, host: string, seeding: Seeding): Promise<Seeded> {
  await hold(tx);
  const slugs = eventTypeExamples.map(({ slug }) => slug);
  const there = await tx.query<{ id: string; slug: string }>({
    name: "scheduling.seeds.event_types",
    text: "select e.id, e.slug from scheduling.event_types e where e.team_id = $1 and e.slug = any($2::text[])",
    values: [tx.context.teamId, slugs],
  });
  const ids: string[] = [];
  for (const example of eventTypeExamples)
    ids.push(
      there.find(({ slug }) => slug === example.slug)?.id ?? (await make(tx, { ...example, host_id: host })),
    );
  const [first = ""] = ids;
  if (there.length > 0) return { event_types: ids, bookings: await seededOf(tx, first) };
  const bookings: string[] = [];
  for (const example of bookingExamples) bookings.push(await book(tx, first, example, seeding));
  return { event_types: ids, bookings };
}

/** Waits until nobody else seeds the team, and keeps others from it until the transaction ends. */
async function hold(tx: TeamTx): Promise<void> {
  const text = "select pg_advisory_xact_lock(hashtextextended('scheduling seeds ' || $1, 0))";
  await tx.query({ name: "scheduling.seeds.hold", text, values: [tx.context.teamId] });
}

async function make(tx: TeamTx, example: object): Promise<string> {
  const { body } = await eventTypes.insert(tx, eventTypes.draft(example), { baseUrl: "" });
  return (JSON.parse(body as string) as { id: string }).id;
}

/** Books the next free slot, or one of a day that is over; nobody is told. */
async function book(
  tx: TeamTx,
  event_type_id: string,
  { name, email, become }: (typeof bookingExamples)[number],
  { by, contacts, lacking }: Seeding,
): Promise<string> {
  const named = { event_type_id };
  const now = Date.now();
  const range = { from: now + DAY_MS, to: now + AHEAD_DAYS * DAY_MS };
  const facts = await readFacts(tx, { named }, range, by.caller.team.timezone);
  const next = (facts && slotStarts(facts, range)[0]) ?? Math.ceil(range.from / DAY_MS) * DAY_MS;
  const isOver = become === "completed";
  const asked = {
    named,
    start: isOver ? next - Math.ceil((next - now) / DAY_MS + 1) * DAY_MS : next,
    attendee: { name, email, phone: null, timezone: null },
    guests: [],
    notes: null,
    answers: { topic: "Plans for next year" },
    location: undefined,
    isOverride: isOver || facts === undefined,
  };
  const options = { source: "api", notify: false, contactId: contacts.get(email) ?? null, sender: null };
  const { id, newContact } = await bookSlot(tx, asked, options, by);
  if (newContact !== undefined) lacking.push(newContact);
  if (isOver) await changeBooking(tx, id, { status: "completed" });
  if (become === "cancelled") await cancel(tx, id, { reason: "Ill", notify: false }, by);
  return id;
}

async function seededOf(tx: TeamTx, eventTypeId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "scheduling.seeds.bookings",
    text: `select b.id from scheduling.bookings b
where b.team_id = $1 and b.event_type_id = $2 and b.attendee ->> 'email' = any($3::text[]) and b.created_by_type = 'system'
order by b.id`,
    values: [tx.context.teamId, eventTypeId, bookingExamples.map(({ email }) => email)],
  });
  return rows.map(({ id }) => id);
}

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
