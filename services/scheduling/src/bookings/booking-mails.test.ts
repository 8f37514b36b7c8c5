import { Database } from "@jst/db";
import type { FactPayload } from "@jst/events";
import { teamContext, testDatabase } from "@jst/testing";
import assert from "node:assert/strict";
import { randomInt, randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { MailedBooking } from "../calendar/mails.ts";
import { notified } from "../testing/notified.ts";
import { TEST_SECRETS as secrets } from "../testing/test-scheduling.ts";
import { publishBookingMails } from "./notify.ts";
import { sampleBooking } from "../calendar/testing/bookings.ts";

const { url } = await testDatabase("scheduling");
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "scheduling",
});
after(() => database.close());

const page = (letter: string) => `https://jst.example/p/bookings/${letter.repeat(43)}`;
const now = new Date("2026-11-20T12:00:00.000Z");
const booking: MailedBooking & { id: string } = {
  ...sampleBooking({ guest_states: [{ email: "bo@example.org", status: "invited" }] }),
  id: "0199f3c1-0000-7000-8000-000000000001",
  host: { name: "Grace Hopper", email: "grace@example.org", timezone: "Europe/Berlin" },
  location: { type: "in_person", detail: "Room 1", join_url: null },
  notes: null,
  rescheduled_from: null,
  cancel_reason: null,
  cancelled_name: null,
  pages: { attendee: page("a"), host: page("h"), guests: new Map([["bo@example.org", page("b")]]) },
  questions: [],
  answers: {},
};

/** Facts that the team's outbox holds, in their order. */
async function told(context: ReturnType<typeof teamContext>) {
  const text = "select payload from outbox order by seq";
  type Stored = { payload: FactPayload<"booking.changed"> };
  const rows = await database.read<Stored>(context, { text, values: [] });
  return rows.map(({ payload }) => payload);
}

test("with the write everybody is told, in order, each change with its mails and its calendar entry", async () => {
  const context = teamContext();
  const cancelled = { ...booking, status: "cancelled", ical_sequence: 1 };
  await database.write(context, (tx) => {
    publishBookingMails(tx, booking, { change: "created", notify: true, secrets, now });
    return Promise.resolve();
  });
  await database.write(context, (tx) => {
    publishBookingMails(tx, cancelled, { change: "cancelled", notify: true, secrets, now });
    return Promise.resolve();
  });
  const facts = await told(context);
  assert.deepEqual(
    facts.map((fact) => fact.id),
    [booking.id, booking.id],
  );
  const changes = facts.map(notified);
  const recipients = ["ada@example.org", "bo@example.org", "grace@example.org"];
  for (const { mails } of changes)
    assert.deepEqual(
      mails.map(({ to }) => to),
      recipients,
    );
  assert.deepEqual(
    changes.map(({ change, attachment }) => [
      change,
      /^(?:METHOD|SEQUENCE):.*$/gm.exec(attachment.content)?.[0],
    ]),
    [
      ["created", "METHOD:REQUEST"],
      ["cancelled", "METHOD:CANCEL"],
    ],
  );
});

test("nobody is told by a write that fails, without notify, or of a booking that is over", async () => {
  const context = teamContext();
  const failing = database.write(context, (tx) => {
    publishBookingMails(tx, booking, { change: "created", notify: true, secrets, now });
    return Promise.reject(new Error("taken"));
  });
  await assert.rejects(failing, /taken/);
  await database.write(context, (tx) => {
    publishBookingMails(tx, booking, { change: "created", notify: false, secrets, now });
    publishBookingMails(tx, booking, {
      change: "cancelled",
      notify: true,
      secrets,
      now: new Date(booking.end),
    });
    return Promise.resolve();
  });
  assert.deepEqual(await told(context), []);
});

/** A text of letters that take three bytes each and do not repeat. */
const varied = (length: number): string =>
  String.fromCodePoint(...Array.from({ length }, () => randomInt(0x4e00, 0x9fff)));

test("the longest booking fits into one fact", async () => {
  const context = teamContext();
  const name = "漢".repeat(200);
  const ids = Array.from({ length: 20 }, (_, at) => `question${at}`);
  const guests = Array.from({ length: 10 }, (_, at) => `${"g".repeat(60)}${at}@${"h".repeat(60)}.example`);
  const longest = {
    ...booking,
    event_type: { name: "漢".repeat(120) },
    attendee: { name, email: `${"a".repeat(60)}@${"b".repeat(60)}.example` },
    guest_states: guests.map((email) => ({ email, status: "invited" })),
    pages: {
      ...booking.pages,
      guests: new Map(guests.map((email) => [email, page(randomUUID().slice(0, 1))])),
    },
    location: { type: "in_person", detail: varied(2_000), join_url: null },
    notes: varied(5_000),
    questions: ids.map((id) => ({ id, label: id, type: "text" as const })),
    answers: Object.fromEntries(ids.map((id) => [id, varied(1_000)])),
  };
  await database.write(context, (tx) => {
    publishBookingMails(tx, longest, { change: "created", notify: true, secrets, now });
    return Promise.resolve();
  });
  assert.equal((await told(context)).length, 1);
});
