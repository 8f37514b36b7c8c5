import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testComms } from "../testing/test-comms.ts";
import { testNotices, testPeople, wanted } from "../testing/test-notices.ts";

const comms = await testComms();
const { door } = comms;
const { take, list, titles } = testNotices(comms);

test("a member reads its notices page by page, newest first, by state and kind", async () => {
  const { teamId, owner } = testPeople(comms);
  const kinds = ["proposal_waits", "trust_changed", "proposal_waits", "review_waits"] as const;
  await take(teamId, ...kinds.map((kind, n) => wanted(teamId, { kind, title: `N${n}` })));
  const first = await list(owner, "limit=3");
  assert.deepEqual(
    first.notifications.map(({ title }) => title),
    ["N3", "N2", "N1"],
  );
  assert.deepEqual([first.has_more, first.unread_count], [true, 4]);
  const rest = await list(owner, `limit=3&cursor=${first.next_cursor ?? ""}`);
  assert.deepEqual(
    rest.notifications.map(({ title }) => title),
    ["N0"],
  );
  assert.deepEqual(await titles(owner, "kind=proposal_waits"), ["N2", "N0"]);
  const [newest] = first.notifications;
  await door.call("UpdateNotification", {
    caller: owner,
    path: { notification_id: newest?.id ?? "" },
    body: { read: true },
  });
  assert.deepEqual(await titles(owner, "unread=false"), ["N3"]);
  assert.deepEqual(await titles(owner, "unread=true&kind=review_waits"), []);
  for (const query of ["kind=nothing", "unread=maybe", "sort=id:asc", "limit=0"])
    assert.equal((await door.call("ListNotifications", { caller: owner, query })).status, 400, query);
});

test("a notice shows who did what to which thing, and the page of it", async () => {
  const { teamId, owner } = testPeople(comms);
  const actor = { type: "system", id: null };
  const subject = { type: "packet", id: "p1" };
  await take(
    teamId,
    wanted(teamId, { kind: "review_waits", title: "Review", path: "/console/reviews/p1", subject, actor }),
  );
  const [shown = assert.fail()] = (await list(owner)).notifications;
  const { id, created_at, ...rest } = shown;
  assert.match(`${id} ${created_at}`, /^[0-9a-f-]{36} \d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const expected = { kind: "review_waits", title: "Review", path: "/console/reviews/p1", subject, actor };
  assert.deepEqual(rest, { ...expected, read_at: null });
});

test("a token of any kind is refused by every rpc of notices, whatever it may", async () => {
  const { owner } = testPeople(comms);
  const calls = [
    ["ListNotifications", {}],
    ["GetNotificationPreferences", {}],
    ["UpdateNotificationPreferences", { body: {} }],
    ["ReadNotifications", { body: { up_to: randomUUID() } }],
    ["UpdateNotification", { body: { read: true }, path: { notification_id: randomUUID() } }],
  ] as const;
  for (const token_type of ["service", "human", "break_glass", "oauth_app"] as const)
    for (const [method, call] of calls) {
      const caller = testCaller({ ...owner, token_type, door: "rest" });
      const { status, body } = await door.call(method, { caller, ...call });
      assert.deepEqual([status, body.code], [403, "insufficient_scope"], `${method} ${token_type}`);
    }
});
