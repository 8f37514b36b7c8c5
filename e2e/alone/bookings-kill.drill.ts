// Proves: services/scheduling/src services/comms/src/outgoing libs/db/src libs/events/src dev/src/supervisor
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { newHost } from "../src/hosting.ts";
import {
  allOf,
  asked,
  kill,
  killingTest,
  killWhile,
  sendUnlessDown,
  whileFrozen,
  type Work,
} from "../src/killing.ts";

const KILLS = 25;
const TOLD_MS = 60_000;
const DAY_MS = 86_400_000;
const SLOT_MS = 300_000;
const FROZEN_BOOKINGS = 50;

interface Booking {
  id: string;
  start: string;
  status: string;
  contact_id: string | null;
  attendee: { email: string };
}

interface Message {
  to: string;
  source: { type: string; id: string } | null;
}

test(
  "scheduling and crm are killed while bookings are made: no slot is booked twice, each 201 is there, and each booking has its mails and its contact once",
  killingTest,
  async (context) => {
    const { slug, token } = await newTeam("bookings-kill");
    const host = await newHost({ slug, token }, [{ duration_minutes: 5 }]);
    const [eventTypeId] = host.eventTypeIds;

    const first = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
    const acknowledged = new Set<string>();
    let next = 0;
    let people = 0;
    /** Books the slots in turn; two clients ask for each, so that one of them is refused. */
    const booking = (): Work => {
      let slot = 0;
      return async () => {
        slot = Math.max(slot + 1, next - 1);
        next = Math.max(next, slot);
        const start = new Date(first + slot * SLOT_MS).toISOString();
        people += 1;
        const attendee = { name: "Ada", email: `ada${people}@example.com` };
        const body = { event_type_id: eventTypeId, start, attendee };
        const answer = await sendUnlessDown({
          method: "POST",
          path: "/api/v1/scheduling/bookings",
          token,
          body,
        });
        if (answer === undefined) return false;
        assert.ok([201, 409].includes(answer.status), JSON.stringify(answer.body));
        if (answer.status === 201) acknowledged.add((answer.body as Booking).id);
        return true;
      };
    };
    const kills = await killWhile(["scheduling", "crm"], KILLS, [booking(), booking(), booking(), booking()]);

    const bookings = await allOf<Booking>(token, "scheduling/bookings", "bookings");
    context.diagnostic(`${kills} kills, ${acknowledged.size} acknowledged, ${bookings.length} bookings`);
    const ids = new Set(bookings.map(({ id }) => id));
    for (const id of acknowledged) assert.ok(ids.has(id), `${id} is stored`);
    assert.equal(
      new Set(bookings.map(({ start }) => start)).size,
      bookings.length,
      "each slot is booked once",
    );
    const mails = async () => {
      const messages = await allOf<Message>(token, "comms/messages", "messages");
      return messages.map(({ source, to }) => `${source?.id} ${to}`).sort();
    };
    const wanted = bookings
      .flatMap(({ id, attendee }) => [`${id} ${attendee.email}`, `${id} ${host.email}`])
      .sort();
    await until("each booking has told both", TOLD_MS, async () =>
      (await mails()).length >= wanted.length ? true : undefined,
    );
    assert.deepEqual(await mails(), wanted);
    assert.deepEqual(await contactsOf(token), bookings.map(({ attendee }) => attendee.email).sort());
  },
);

test(
  "scheduling is killed between the commit of a booking and its contact: the booking is linked, to one contact",
  killingTest,
  async () => {
    const { slug, token } = await newTeam("bookings-kill-linked");
    const { eventTypeIds } = await newHost({ slug, token }, [{ duration_minutes: 30 }]);
    const first = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
    const bodyOf = (slot: number) => ({
      event_type_id: eventTypeIds[0],
      start: new Date(first + slot * 6 * SLOT_MS).toISOString(),
      attendee: { name: "Ada", email: `ada${slot % 10}@example.com` },
    });
    const slots = Array.from({ length: FROZEN_BOOKINGS }, (_, slot) => slot);
    await whileFrozen("crm", async () => {
      for (const slot of slots) {
        const booking = await asked(token, "scheduling/bookings", bodyOf(slot));
        assert.deepEqual([booking["status"], booking["contact_id"]], ["booked", null]);
      }
      await kill("scheduling");
    });
    const people = slots.slice(0, 10).map((slot) => bodyOf(slot).attendee.email);
    assert.deepEqual(await contactsOf(token), people.sort());
  },
);

/** Addresses of the team's contacts, in order, once every booking names the one of its attendee. */
async function contactsOf(token: string): Promise<(string | null)[]> {
  const bookings = await until("every booking has its contact", TOLD_MS, async () => {
    const all = await allOf<Booking>(token, "scheduling/bookings", "bookings");
    return all.every(({ contact_id: id }) => id !== null) ? all : undefined;
  });
  const contacts = await allOf<{ id: string; email: string | null }>(token, "contacts", "contacts");
  const emails = new Map(contacts.map(({ id, email }) => [id, email]));
  for (const { contact_id: id, attendee } of bookings) assert.equal(emails.get(id ?? ""), attendee.email);
  return [...emails.values()].sort();
}
