import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testPages } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { door, sql } = scheduling;
const { newTeam, bookings, ask } = testPages(scheduling);

test("seeded by five at once and again, a team has each example once: one to come, one completed, one cancelled", async () => {
  const team = newTeam({ timezone: "America/New_York" });
  const { caller } = team;
  const seed = () => door.operate("SeedScheduling", { team_id: caller.team_id, host_id: randomUUID() });
  const runs = await Promise.all(Array.from({ length: 5 }, seed));
  const { status, body } = await seed();
  assert.equal(status, 200, JSON.stringify(body));
  for (const run of runs) assert.deepEqual(run.body, body);
  const made = await bookings(team);
  assert.deepEqual(
    made.map(({ status }) => status),
    ["completed", "cancelled", "booked"],
  );
  assert.deepEqual([...(body.bookings as string[])].sort(), made.map(({ id }) => id).sort());
  assert.equal(Date.parse(String(made[0]?.["end"])) < Date.now(), true);
  assert.equal(Date.parse(String(made[2]?.["start"])) > Date.now(), true);
  const { body: types } = await door.call("ListEventTypes", { caller });
  assert.deepEqual(
    types.event_types.map(({ id }: { id: string }) => id).sort(),
    [...(body.event_types as string[])].sort(),
  );
  const told = await sql("select from scheduling.outbox where team_id = $1 and type = 'booking.changed'", [
    caller.team_id,
  ]);
  assert.equal(told.length, 0);
  assert.equal((await ask(`/p/book/${team.slug}/first-consultation`)).status, 200);
});

test("a team that is not there is not seeded", async () => {
  const ids = { team_id: randomUUID(), host_id: randomUUID() };
  assert.equal((await door.operate("SeedScheduling", ids)).status, 404);
});
