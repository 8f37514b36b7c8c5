import type { FactPayload } from "@jst/events";
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, bookingsOf, soon } from "../testing/test-bookings.ts";
import { ada, testPages, type PagesTeam } from "../testing/test-pages.ts";
import { notified } from "../testing/notified.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { newTeam, newPage, ask, send, bookings } = testPages(scheduling);
const { door, teams, sql, strangers, passTime } = scheduling;
const { book, get, cancel, move } = bookingsOf(door);

/** A booking of Ada's at ten, three days from now, made on the page. */
async function booked(team: PagesTeam = newTeam(), body: object = {}) {
  const type = await newPage(team, body);
  const phone = "+14155550100";
  const { location: path } = await send(type.path, {
    ...ada,
    phone,
    notes: "Private",
    start: at(3, "10:00"),
    timezone: "Asia/Tokyo",
  });
  const id = String((await bookings(team)).at(-1)?.["id"]);
  const now = async () => (await get(team.caller, id)).body as Record<string, unknown>;
  return { team, type, path, id, now };
}

/** Has the booking ended an hour ago. */
const end = (id: string) =>
  sql(
    `update scheduling.bookings set start = start - d, "end" = "end" - d, held_from = held_from - d, held_to = held_to - d
from (select "end" - now() + interval '1 hour' as d from scheduling.bookings where id = $1) s where id = $1`,
    [id],
  );

test("the page shows the booking in its zone, to nobody who searches, without notes and telephone number", async () => {
  const { path } = await booked(newTeam(), { location_type: "phone_outbound" });
  const { status, text, headers } = await ask(path);
  assert.equal(status, 200);
  assert.match(text, /19:00 to 20:00 \(Asia\/Tokyo, UTC\+09:00\)/);
  assert.match(text, /Grace Hopper/);
  assert.match(text, /Ada Lovelace/);
  assert.doesNotMatch(text, /Private|4155550100/);
  assert.deepEqual(
    ["cache-control", "x-robots-tag", "referrer-policy", "x-content-type-options"].map((name) =>
      headers.get(name),
    ),
    ["no-store", "noindex", "no-referrer", "nosniff"],
  );
});

test("the holder cancels with a reason; again nothing changes, and the page stays to be read", async () => {
  const { path, now } = await booked();
  const reason = "Ill <today>";
  assert.deepEqual([(await send(`${path}/cancel`, { reason })).location], [path]);
  const { status, cancel_reason, cancelled_by, ical_sequence } = await now();
  assert.deepEqual(
    [status, cancel_reason, cancelled_by, ical_sequence],
    ["cancelled", reason, { type: "system", id: null }, 1],
  );
  assert.equal((await send(`${path}/cancel`, { reason: "Other" })).status, 303);
  assert.equal((await now())["cancel_reason"], reason);
  const { status: shown, text } = await ask(path);
  assert.equal(shown, 200);
  assert.match(text, /This is cancelled/);
  assert.match(text, /Ill &lt;today&gt;/);
  assert.doesNotMatch(text, /<form/);
  for (const reply of [
    await ask(`${path}/reschedule`),
    await send(`${path}/reschedule`, { start: at(3, "12:00") }),
  ])
    assert.equal(reply.status, 409);
});

test("a reason that is too long is told, kept, and cancels nothing", async () => {
  const { path, now } = await booked();
  const reason = "x".repeat(501);
  const { status, text } = await send(`${path}/cancel`, { reason });
  assert.equal(status, 422);
  assert.ok(text.includes(`\n${reason}</textarea>`));
  assert.equal((await now())["status"], "booked");
});

test("the holder moves the booking to a time of a day that is chosen", async () => {
  const { path, now } = await booked();
  const { text } = await ask(`${path}/reschedule?date=${soon(4)}`);
  const offered = [...text.matchAll(/name="start" value="([^"]*)"/g)].map(([, start = ""]) => start);
  assert.equal(offered.includes(`${soon(4)}T18:00:00+09:00`), true);
  assert.equal((await send(`${path}/reschedule`, { start: offered[0] ?? "" })).location, path);
  const { start, rescheduled_from, ical_sequence } = await now();
  assert.equal(Date.parse(String(start)), Date.parse(offered[0] ?? ""));
  assert.deepEqual([rescheduled_from, ical_sequence], [at(3, "10:00").replace("Z", ".000Z"), 1]);
  // To its own start nothing changes.
  assert.equal((await send(`${path}/reschedule`, { start: String(start) })).status, 303);
  assert.equal((await now())["ical_sequence"], 1);
});

test("a time that is taken, never offered or no time moves nothing and others are shown", async () => {
  const { path, now, team, type } = await booked();
  await book(team.caller, type.id, at(3, "12:00"));
  const taken = await send(`${path}/reschedule`, { start: at(3, "12:00") });
  assert.equal(taken.status, 409);
  assert.match(taken.text, /no longer available/);
  assert.match(taken.text, new RegExp(`value="${soon(3)}T22:00:00\\+09:00"`));
  for (const start of [at(3, "10:30"), "soon", "", at(-3, "10:00")])
    assert.equal((await send(`${path}/reschedule`, { start })).status, 422, start);
  assert.equal((await now())["ical_sequence"], 0);
  const patch = { caller: team.caller, path: { event_type_id: type.id }, body: { active: false } };
  await door.call("UpdateEventType", patch);
  assert.equal((await send(`${path}/reschedule`, { start: at(3, "14:00") })).status, 422);
  assert.equal((await send(`${path}/cancel`, {})).status, 303);
});

test("a booking that is over is read only, completed or not yet", async () => {
  const { path, id, now } = await booked();
  await end(id);
  const { status, text } = await ask(path);
  assert.equal(status, 200);
  assert.match(text, /This is over/);
  assert.doesNotMatch(text, /<form|reschedule/);
  for (const reply of [
    await send(`${path}/cancel`, { reason: "late" }),
    await ask(`${path}/reschedule`),
    await send(`${path}/reschedule`, { start: at(3, "12:00") }),
  ])
    assert.equal(reply.status, 409);
  assert.equal((await now())["status"], "booked");
});

test("the address is the same in every mail, of a booking by the API too", async () => {
  const team = newTeam();
  const { id: typeId } = await newPage(team);
  const { body: made } = await book(team.caller, typeId, at(3, "10:00"));
  await move(team.caller, made.id, at(3, "11:00"));
  await cancel(team.caller, made.id);
  const facts = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload::json as payload from scheduling.outbox where team_id = $1 and type = 'booking.changed' order by seq",
    [team.caller.team_id],
  );
  const urls = facts.map(
    ({ payload }) =>
      /^URL:(.*)$/m.exec(notified(payload).attachment.content.replaceAll("\r\n ", ""))?.[1]?.trim() ?? "",
  );
  assert.equal(urls.length, 3);
  assert.equal(new Set(urls).size, 1);
  assert.equal((await ask(new URL(urls[0] ?? "").pathname)).status, 200);
});

test("an unknown secret, a removed team and a disabled module are the same 404", async () => {
  const { path, team } = await booked();
  const secret = path.split("/").at(-1) ?? "";
  const others = [
    "A".repeat(43),
    "a",
    "%00",
    secret.slice(1),
    `${secret}A`,
    "x".repeat(5_000),
    "%F0%9F%98%80",
  ];
  const paths = others.map((one) => `/p/bookings/${one}`);
  const off = await booked(newTeam());
  const known = teams.get(off.team.slug);
  assert.ok(known);
  teams.set(off.team.slug, { ...known, modules: [] });
  const replies = await Promise.all(
    [...paths, off.path].flatMap((one) => [
      ask(one),
      ask(`${one}/reschedule`),
      send(`${one}/reschedule`, { start: at(3, "12:00") }),
      send(`${one}/cancel`, {}),
    ]),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [404]);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal((await off.now())["status"], "booked");
  teams.delete(team.slug);
  assert.equal((await ask(path)).status, 404);
});

test("the page works if the host is no longer a member", async () => {
  const { path, type } = await booked();
  strangers.add(type.host_id);
  passTime(60_000);
  assert.equal((await ask(path)).status, 200);
  assert.equal((await send(`${path}/cancel`, {})).status, 303);
});
