import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "./handler.ts";
import { unreadReply } from "./unread-reply.ts";

const write = { access: "scope", resource: "contacts", readOnly: false } as const;

function bodyOf(shown: Reply["body"], sent: unknown, secrets: string[] = []): unknown {
  return unreadReply({ body: shown, status: 200 }, sent, { ...write, secrets }).body;
}

const contact = { id: "c1", email: "ada@example.com", notes: "private", tags: ["vip"], version: 7 };

test("an empty body shows the id alone, whether the reply is an object, a text or pieces of bytes", () => {
  for (const shown of [contact, JSON.stringify(contact), [Buffer.from(JSON.stringify(contact))]])
    assert.deepEqual(bodyOf(shown, {}), { id: "c1" });
  assert.deepEqual(bodyOf(contact, undefined), { id: "c1" });
  const ended = { ...contact, archived_at: "2026-01-31T12:00:00Z" };
  assert.deepEqual(bodyOf(ended, {}), { id: "c1" });
  assert.deepEqual(bodyOf(ended, undefined), { id: "c1", archived_at: ended.archived_at });
});

test("a member that was sent is shown as it was sent, never as it is stored", () => {
  assert.deepEqual(bodyOf(contact, { email: "ADA@example.com", tags: ["x"], nope: 1 }), {
    id: "c1",
    email: "ADA@example.com",
    tags: ["x"],
  });
  const row = { id: "r1", data: { a: "stored", b: 2, c: { id: "x", name: "linked" } }, version: 1 };
  assert.deepEqual(bodyOf(row, { data: { a: "sent", c: "x" } }), { id: "r1", data: { a: "sent", c: "x" } });
  assert.deepEqual(bodyOf({ id: "m", to: "ada@example.com" }, { to: "c1" }), { id: "m", to: "c1" });
});

test("a reply about several shows the id of each, what was sent of it, and why one was refused", () => {
  const refused = { code: "validation_failed" };
  const rows = [{ id: "r1", data: { a: 1, b: 2 } }, { error: refused }];
  assert.deepEqual(bodyOf({ rows }, { rows: [{ data: { a: 0 } }, { data: { a: "x" } }], upsert_on: "a" }), {
    rows: [
      { id: "r1", data: { a: 0 } },
      { error: refused, data: undefined },
    ].map((row) => JSON.parse(JSON.stringify(row))),
  });
  assert.deepEqual(
    bodyOf(
      {
        files: [
          { id: "f1", name: "x" },
          { id: "f2", name: "y" },
        ],
      },
      {},
    ),
    {
      files: [{ id: "f1" }, { id: "f2" }],
    },
  );
});

test("parts of one thing are shown as they were sent, and not at all when they were not", () => {
  const invoice = { id: "i1", lines: [{ id: "l1", price: 5 }], total: 5 };
  assert.deepEqual(bodyOf(invoice, {}), { id: "i1" });
  assert.deepEqual(bodyOf(invoice, { lines: [] }), { id: "i1", lines: [] });
});

test("a reply without an id shows nothing of its lists that was not sent, and not how long they are", () => {
  const schedule = {
    host_id: "h1",
    weekly: [{ weekday: 1, intervals: [{ start: "09:00", end: "12:00" }] }],
    overrides: [],
    bookings_outside: [{ booking_id: "b1", start: "2027-01-01T09:00:00Z" }],
  };
  assert.deepEqual(bodyOf(schedule, {}), {});
  assert.deepEqual(bodyOf(schedule, { weekly: schedule.weekly }), { weekly: schedule.weekly });
});

test("what is shown once is shown", () => {
  const endpoint = { id: "w1", url: "https://x.test/", secret: "whsec_1", stats: { failed: 3 } };
  assert.deepEqual(bodyOf(endpoint, {}, ["secret"]), { id: "w1", secret: "whsec_1" });
  const deep = { id: "a", connection: { value: "v", host: "h" }, list: [{ value: "1", x: 1 }] };
  assert.deepEqual(bodyOf(deep, {}, ["connection.value", "list.value"]), {
    id: "a",
    connection: { value: "v" },
    list: [{ value: "1" }],
  });
});

test("a proposal and a body that is not JSON pass through", () => {
  const queued = { queued: true, changeset_id: "crm_1", preview: [] };
  assert.deepEqual(bodyOf(queued, {}), queued);
  const page: Reply = { body: "<p>", contentType: "text/html" };
  assert.equal(unreadReply(page, {}, write), page);
});
