// Proves: services/scheduling/src libs/db/src
import assert from "node:assert/strict";
import { test } from "node:test";
import { mintToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { allOf } from "../src/killing.ts";
import { newHost } from "../src/hosting.ts";

const ROUNDS = 50;
const CLIENTS = 200;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A token has 10,000 requests a minute. */
const TOKENS = 5;

test("two hundred book one slot of a host as either of two event types, fifty times: one has it, the others are told of free ones", async (context) => {
  const { slug, token } = await newTeam("one-slot");
  const tokens = await Promise.all(Array.from({ length: TOKENS }, () => mintToken(slug)));
  const { eventTypeIds } = await newHost({ slug, token }, [
    { duration_minutes: 60 },
    { duration_minutes: 30 },
  ]);
  const first = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = new Date(first + round * HOUR_MS).toISOString();
    const replies = await Promise.all(
      Array.from({ length: CLIENTS }, (_, n) =>
        send({
          method: "POST",
          path: "/api/v1/scheduling/bookings",
          token: tokens[round % TOKENS] ?? "",
          body: {
            event_type_id: eventTypeIds[n % 2],
            start,
            attendee: { name: "Ada", email: `ada${n}@example.com` },
          },
        }),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    assert.equal(refused.length, CLIENTS - 1, `round ${round}`);
    for (const { status, body } of refused) {
      const { code, alternatives } = body as { code: string; alternatives: unknown[] };
      assert.deepEqual([status, code, alternatives.length], [409, "slot_unavailable", 3], `round ${round}`);
    }
  }
  const bookings = await allOf<{ start: string }>(token, "scheduling/bookings", "bookings");
  assert.equal(bookings.length, ROUNDS);
  assert.equal(new Set(bookings.map(({ start }) => start)).size, ROUNDS);
  const contacts = await allOf(token, "contacts", "contacts");
  assert.ok(contacts.length <= ROUNDS, `${contacts.length} contacts: a refused booking leaves none behind`);
  context.diagnostic(`${ROUNDS} rounds of ${CLIENTS}, ${contacts.length} contacts`);
});
