// Proves: services/scheduling/src services/comms/src/outgoing libs/db/src libs/events/src dev/src/supervisor
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "@jst/testing";
import { newTeam } from "../src/fleet.ts";
import { newHost } from "../src/hosting.ts";
import { allOf, killingTest, killWhile, sendUnlessDown, type Work } from "../src/killing.ts";

const KILLS = 25;
const TOLD_MS = 60_000;
const DAY_MS = 86_400_000;
const SLOT_MS = 300_000;

interface Booking {
  id: string;
  start: string;
  status: string;
}

interface Message {
  to: string;
  source: { type: string; id: string } | null;
}

test(
  "scheduling is killed while bookings are made: no slot is booked twice, each 201 is there, and each booking has its mails once",
  killingTest,
  async (context) => {
    const { slug, token } = await newTeam("bookings-kill");
    const host = await newHost({ slug, token }, [{ duration_minutes: 5 }]);
    const [eventTypeId] = host.eventTypeIds;

    const first = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
    const acknowledged = new Set<string>();
    let next = 0;
    /** Books the slots in turn; two clients ask for each, so that one of them is refused. */
    const booking = (): Work => {
      let slot = 0;
      return async () => {
        slot = Math.max(slot + 1, next - 1);
        next = Math.max(next, slot);
        const start = new Date(first + slot * SLOT_MS).toISOString();
        const attendee = { name: "Ada", email: "ada@example.com" };
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
    const kills = await killWhile("scheduling", KILLS, [booking(), booking(), booking(), booking()]);

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
    const wanted = bookings.flatMap(({ id }) => [`${id} ada@example.com`, `${id} ${host.email}`]).sort();
    await until("each booking has told both", TOLD_MS, async () =>
      (await mails()).length >= wanted.length ? true : undefined,
    );
    assert.deepEqual(await mails(), wanted);
  },
);
