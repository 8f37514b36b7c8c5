import type { FactPayload } from "@jst/events";
import { human, testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { at, bookingsOf } from "../testing/test-bookings.ts";
import { notified } from "../testing/notified.ts";
import { testPages, type PagesTeam } from "../testing/test-pages.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { newTeam, newPage, ask, send } = testPages(scheduling);
const { door, sql } = scheduling;
const { book, get, cancel, move, undo } = bookingsOf(door);
const [bo, cy] = ["bo@example.org", "cy@example.org"];

/** Everything that a team's bookings have notified, in order. */
async function factsOf(team: PagesTeam) {
  const rows = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload::json as payload from scheduling.outbox where team_id = $1 and type = 'booking.changed' order by seq",
    [team.caller.team_id],
  );
  return rows.map(({ payload }) => notified(payload));
}

/** A booking of Ada's with two guests, and the paths of the pages that its mails name. */
async function booked(team: PagesTeam = newTeam()) {
  const type = await newPage(team);
  const { body } = await book(team.caller, type.id, at(3, "10:00"), { guests: [bo, cy] });
  const [first] = await factsOf(team);
  const paths = new Map(
    first?.mails.map(({ to, text }) => [to, new URL(/https?:\S+/.exec(text)?.[0] ?? "").pathname]),
  );
  const host = `${type.host_id}@example.com`;
  const pathOf = (address: string) => paths.get(address) ?? "";
  const id = body.id as string;
  const now = async () => (await get(team.caller, id)).body as Record<string, unknown>;
  return { team, type, id, host, pathOf, now };
}

test("attendee, host and each guest have a page of their own, the same in every mail and calendar entry", async () => {
  const { team, id, pathOf, host } = await booked();
  await move(team.caller, id, at(3, "11:00"));
  const people = ["ada@example.com", bo, cy, host];
  assert.equal(new Set(people.map(pathOf)).size, people.length);
  for (const { mails } of await factsOf(team))
    for (const { to, text, attachment } of mails) {
      const entry = attachment?.content.replaceAll("\r\n ", "") ?? "";
      const shown = [...`${text}${entry}`.matchAll(/\/p\/bookings\/[\w-]{43}/g)].map(([path]) => path);
      assert.deepEqual([...new Set(shown)], [pathOf(to)], to);
      assert.equal((await ask(pathOf(to))).status, 200);
    }
});

test("a guest's page shows time and place, and neither cancels nor moves the booking", async () => {
  const { pathOf, now } = await booked();
  const { text, headers } = await ask(pathOf(bo));
  assert.match(text, /You are invited to this\./);
  assert.match(text, /10:00 to 11:00/);
  assert.doesNotMatch(text, /reschedule|\/cancel/);
  assert.equal(headers.get("x-robots-tag"), "noindex");
  const path = pathOf(bo);
  const replies = [
    await send(`${path}/cancel`, { reason: "Mine" }),
    await ask(`${path}/reschedule`),
    await send(`${path}/reschedule`, { start: at(3, "12:00") }),
    await send(`${pathOf("ada@example.com")}/decline`, {}),
  ];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [404, 404, 404, 404],
  );
  const { status, ical_sequence } = await now();
  assert.deepEqual([status, ical_sequence], ["booked", 0]);
});

test("a guest declines for himself alone: host and attendee are notified, he gets no further mail", async () => {
  const { team, id, pathOf, host, now } = await booked();
  assert.equal((await send(`${pathOf(bo)}/decline`, {})).location, pathOf(bo));
  assert.equal((await send(`${pathOf(bo)}/decline`, {})).status, 303, "again, nothing changes");
  const { status, guest_states: states, version } = await now();
  const [first, second] = states as { email: string; status: string; declined_at: string | null }[];
  assert.deepEqual([status, version, first?.status], ["booked", 2, "declined"]);
  assert.ok(Date.parse(first?.declined_at ?? "") > 0);
  assert.deepEqual(second, { email: cy, status: "invited", declined_at: null });
  const { text } = await ask(pathOf(bo));
  assert.match(text, /You have declined/);
  assert.doesNotMatch(text, /<form/);
  assert.match((await ask(pathOf(cy))).text, /You are invited to this\./);
  await move(team.caller, id, at(3, "11:00"));
  await send(`${pathOf(cy)}/decline`, {});
  await cancel(team.caller, id);
  const told = (await factsOf(team)).map(({ change, mails }) => [change, ...mails.map(({ to }) => to)]);
  assert.deepEqual(told, [
    ["created", "ada@example.com", bo, cy, host],
    ["guest_declined", "ada@example.com", host],
    ["rescheduled", "ada@example.com", cy, host],
    ["guest_declined", "ada@example.com", host],
    ["cancelled", "ada@example.com", host],
  ]);
  const both = (await now())["guest_states"] as { status: string }[];
  assert.deepEqual(
    both.map((one) => one.status),
    ["declined", "declined"],
  );
});

test("nobody declines a booking that is cancelled, and a hundred clicks decline once", async () => {
  const one = await booked();
  const clicks = await Promise.all(Array.from({ length: 20 }, () => send(`${one.pathOf(bo)}/decline`, {})));
  assert.deepEqual([...new Set(clicks.map(({ status }) => status))], [303]);
  assert.equal((await one.now())["version"], 2);
  const other = await booked();
  await cancel(other.team.caller, other.id);
  const refused = await send(`${other.pathOf(bo)}/decline`, {});
  assert.equal(refused.status, 409);
  assert.match(refused.text, /there is nothing to decline/);
});

test("a booking says in which part somebody cancelled it, and the mails name that person", async () => {
  const first = async (team: PagesTeam) => (await factsOf(team)).at(-1)?.mails[0]?.text.split("\n")[0];
  const byRole = async ({ now, team }: Awaited<ReturnType<typeof booked>>) => {
    const { cancelled_by_role: role, cancelled_by: by } = await now();
    return [role, (by as { type: string }).type, await first(team)];
  };
  const attendee = await booked();
  assert.equal((await attendee.now())["cancelled_by_role"], null);
  await send(`${attendee.pathOf("ada@example.com")}/cancel`, {});
  assert.deepEqual(await byRole(attendee), ["attendee", "system", "Ada cancelled this:"]);
  const host = await booked();
  await send(`${host.pathOf(host.host)}/cancel`, {});
  assert.deepEqual(await byRole(host), ["host", "system", "Grace Hopper cancelled this:"]);
  const team = await booked();
  const undone = await cancel(team.team.caller, team.id);
  assert.deepEqual(await byRole(team), ["team", "service", "The team cancelled this:"]);
  assert.equal((await undo(undone, human(team.team.caller.team_id, "admin"))).status, 200);
  assert.equal((await team.now())["cancelled_by_role"], null);
});

test("the host who cancels by the API is the host, and another member the team", async () => {
  for (const isHost of [true, false]) {
    const one = await booked();
    const { team_id, team } = one.team.caller;
    const member_id = isHost ? one.type.host_id : randomUUID();
    const facts = { team_id, team: { ...team, trust_rest: "execute" as const } };
    const who = testCaller({ ...facts, token_type: "human", member_id, role: "admin" });
    assert.equal((await cancel(who, one.id)).status, 200);
    assert.equal((await one.now())["cancelled_by_role"], isHost ? "host" : "team");
  }
});
