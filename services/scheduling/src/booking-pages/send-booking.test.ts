import type { FactPayload } from "@jst/events";
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, bookingsOf, soon } from "../testing/test-bookings.ts";
import { ada, testPages } from "../testing/test-pages.ts";
import { notified } from "../testing/notified.ts";
import { testScheduling } from "../testing/test-scheduling.ts";

const scheduling = await testScheduling();
const { newTeam, newPage, ask, send, bookings } = testPages(scheduling);
const { door, made, sql } = scheduling;
const { book, get } = bookingsOf(door);
const SECRET = /^\/p\/bookings\/[A-Za-z0-9_-]{43}$/;
const asked = (id: unknown) => String(id);

test("who books is sent on to the page of the booking, which is the one of its mails, and no API tells it", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const values = {
    ...ada,
    start: at(3, "10:00"),
    timezone: "Asia/Tokyo",
    notes: "Hello\r\nyou",
    guests: "bo@example.org, cy@example.org",
  };
  const sent = await send(path, values);
  assert.equal(sent.status, 303, sent.text);
  assert.match(sent.location, SECRET);
  const [booking] = await bookings(team);
  const { body } = await get(team.caller, asked(booking?.["id"]));
  assert.deepEqual(
    [body.source, body.status, body.timezone, body.notes, body.guests, body.created_by],
    [
      "public",
      "booked",
      "Asia/Tokyo",
      "Hello\nyou",
      ["bo@example.org", "cy@example.org"],
      { type: "system", id: null },
    ],
  );
  assert.equal(body.attendee.timezone, "Asia/Tokyo");
  const [fact] = await sql<{ payload: FactPayload<"booking.changed"> }>(
    "select payload::json as payload from scheduling.outbox where team_id = $1 and type = 'booking.changed'",
    [team.caller.team_id],
  );
  const url = `http://gateway.test${sent.location}`;
  const { mails, attachment } = notified(fact?.payload);
  assert.equal(mails.length, 4);
  assert.deepEqual(
    mails.map(({ text }) => text.includes(url)),
    [true, false, false, false],
    "the attendee alone has it",
  );
  assert.ok(attachment.content.replaceAll("\r\n ", "").includes(`URL:${url}`));
  assert.equal(JSON.stringify(body).includes(sent.location.slice(-43)), false);
  const hashes = await sql<{ hash: string }>(
    "select hash::text from scheduling.booking_secrets where booking_id = $1 and role = 'attendee'",
    [booking?.["id"]],
  );
  assert.equal(hashes.length, 1);
  assert.equal((await ask(sent.location)).status, 200);
  assert.equal(made().length, 1);
});

test("every wrong answer is told beside its field with what was typed, and nothing is stored", async () => {
  const team = newTeam();
  const { path } = await newPage(team, { location_type: "phone_outbound" });
  const wrong = {
    name: "Ada\r\nBcc: all@example.com",
    email: "nobody",
    phone: "0123",
    guests: "bo@example.org, nobody",
    start: at(3, "10:00"),
  };
  const { status, text } = await send(path, wrong);
  assert.equal(status, 422);
  for (const id of ["email", "phone", "guests"]) {
    assert.match(text, new RegExp(`<p class="error" id="f-${id}-error">`), id);
    assert.match(text, new RegExp(`<li><a href="#f-${id}">`), id);
  }
  for (const value of ["nobody", "0123", "bo@example.org, nobody"])
    assert.ok(text.includes(`value="${value}"`), value);
  assert.match(text, /<title>Error: /);
  const name = await send(path, {
    ...wrong,
    ...ada,
    name: wrong.name,
    phone: "+1 (415) 555-0100",
    guests: "",
  });
  assert.match(name.text, /f-name-error/);
  const blank = await send(path, { start: wrong.start });
  for (const id of ["name", "email"])
    assert.match(blank.text, new RegExp(`f-${id}-error[^]*needs an answer`));
  assert.match((await send(path, { ...ada, start: wrong.start })).text, /f-phone-error/);
  assert.deepEqual(await bookings(team), []);
});

test("an unknown zone is reported, and can be typed again", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const { status, text } = await send(path, { ...ada, start: at(3, "10:00"), timezone: "Mars/Olympus" });
  assert.equal(status, 422);
  assert.match(text, /id="f-timezone" name="timezone"[^>]* value="Mars\/Olympus"/);
  assert.ok(text.includes('value="Ada Lovelace"'));
  assert.deepEqual(await bookings(team), []);
});

test("a time that is gone is 409 with others to choose from, and keeps what was typed; the choice books", async () => {
  const team = newTeam();
  const { id, path } = await newPage(team);
  await book(team.caller, id, at(3, "10:00"));
  const gone = await send(path, { ...ada, notes: "Hi", start: at(3, "10:00"), timezone: "UTC" });
  assert.equal(gone.status, 409);
  assert.match(gone.text, /This time is no longer available/);
  assert.ok(gone.text.includes('value="Ada Lovelace"') && gone.text.includes("\nHi</textarea>"));
  const offered = [...gone.text.matchAll(/type="radio"[^>]* name="start" value="([^"]*)"/g)].map(
    ([, start = ""]) => start,
  );
  assert.deepEqual(
    offered,
    ["11:00", "12:00", "13:00"].map((time) => `${soon(3)}T${time}:00+00:00`),
  );
  assert.equal((await send(path, { ...ada, start: offered[0] ?? "" })).status, 303);
});

test("an invalid start, and one that was never offered, book nothing", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const odd = [
    "",
    "soon",
    soon(3),
    `${soon(3)}T10:00:00`,
    at(3, "10:30"),
    at(-3, "10:00"),
    `${soon(3)}T10:00:60Z`,
  ];
  for (const start of odd) {
    const { status, text } = await send(path, { ...ada, start });
    assert.equal(status, 422, start);
    assert.ok(text.includes('value="Ada Lovelace"'), start);
  }
  assert.deepEqual(await bookings(team), []);
});

test("where people meet is asked where the event type leaves it to them, and a telephone number where it is needed", async () => {
  const team = newTeam();
  const choice = await newPage(team, { location_type: "attendee_choice" });
  const start = at(3, "10:00");
  assert.match((await send(choice.path, { ...ada, start })).text, /f-location_type-error/);
  const address = { location_type: "in_person", location_detail: "Room 1" };
  assert.equal((await send(choice.path, { ...ada, start, ...address })).status, 303);
  const home = await newPage(team, { name: "Visit", location_type: "attendee_address" });
  assert.match((await send(home.path, { ...ada, start })).text, /f-location_detail-error/);
  assert.equal((await send(home.path, { ...ada, start, location_detail: "1 Main St" })).status, 303);
  const phone = await newPage(team, { name: "Phone", location_type: "phone_outbound" });
  assert.equal((await send(phone.path, { ...ada, start, phone: "+1 (415) 555-0100" })).status, 303);
  const places = (await bookings(team)).map(({ location }) => location);
  assert.deepEqual(places, [
    { type: "in_person", detail: "Room 1", join_url: null },
    { type: "attendee_address", detail: "1 Main St", join_url: null },
    { type: "phone_outbound", detail: "+14155550100", join_url: null },
  ]);
});

test("a form in which the trap is filled is answered like any other, and nothing is stored", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const { status, location } = await send(path, {
    ...ada,
    start: at(3, "10:00"),
    website: "https://spam.example",
  });
  assert.equal(status, 303);
  assert.match(location, SECRET);
  assert.deepEqual(await bookings(team), []);
  assert.equal((await ask(location)).status, 404);
});

test("the same page sent twice, one after the other and at once, books once and leads to the same booking", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const values = { ...ada, start: at(3, "10:00"), _once: "a-page" };
  const replies = await Promise.all([1, 2, 3, 4].map(() => send(path, values)));
  replies.push(await send(path, values));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [303]);
  assert.equal(new Set(replies.map(({ location }) => location)).size, 1);
  assert.equal((await bookings(team)).length, 1);
  // Somebody else who knows the address of the attendee is not led there.
  assert.equal((await send(path, { ...values, _once: "another" })).status, 409);
  assert.equal((await send(path, { ...values, name: "Eve" })).status, 409);
});

test("of many who book one time at once one has it", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const all = Array.from({ length: 20 }, (_, n) =>
    send(path, { name: `Guest ${n}`, email: `g${n}@example.com`, start: at(3, "10:00") }),
  );
  const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [303, ...Array.from({ length: 19 }, () => 409)]);
});

test("a foreign form is refused: too large, of another type, too many values; another site's is like any", async () => {
  const team = newTeam();
  const { path } = await newPage(team);
  const start = at(3, "10:00");
  assert.equal((await send(path, { ...ada, start, notes: "x".repeat(1_048_576) })).status, 413);
  assert.equal((await send(path, { ...ada, start, notes: "x".repeat(5_001) })).status, 422);
  assert.equal((await send(path, { ...ada, start }, { "content-type": "application/json" })).status, 415);
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`n${n}`, ""]));
  assert.equal((await send(path, many)).status, 413);
  assert.deepEqual(await bookings(team), []);
  const other = await send(
    path,
    { ...ada, start },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  );
  assert.deepEqual([other.status, other.headers.get("set-cookie")], [303, null]);
});

test("one source sends 30 forms a minute to one page", async () => {
  const { path } = await newPage(newTeam());
  const from = { "x-forwarded-for": "198.51.100.7" };
  for (let count = 0; count < 30; count += 1) assert.equal((await send(path, { ...ada }, from)).status, 422);
  assert.equal((await send(path, { ...ada }, from)).status, 429);
});
