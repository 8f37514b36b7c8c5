import assert from "node:assert/strict";
import { test } from "node:test";
import { human, testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, sql } = await testComms();
const given = { address: "Ada@Example.com", channel: "email", purpose: "marketing", source: "page" };

const told = async (teamId: string) =>
  (
    await sql<{ payload: { id: string; data: object } }>(
      "select payload from comms.outbox where team_id = $1 and type = 'consent.changed' order by seq",
      [teamId],
    )
  ).map(({ payload: { id, data } }) => ({ id, data }));

test("each record is told with the write: whose address, for what, its status and its time", async () => {
  const caller = testCaller();
  const record = async (body: object) => {
    const reply = await door.call("CreateConsent", { caller, body: { ...given, ...body } });
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body as { id: string; at: string };
  };
  const first = await record({ status: "opted_in", basis: "form" });
  const second = await record({ status: "opted_out" });
  const about = { address: "ada@example.com", channel: "email", purpose: "marketing" };
  assert.deepEqual(await told(caller.team_id), [
    { id: first.id, data: { ...about, status: "opted_in", at: first.at } },
    { id: second.id, data: { ...about, status: "opted_out", at: second.at } },
  ]);
});

test("what is refused or only proposed is not told; the seeded records are", async () => {
  const caller = testCaller();
  await door.call("CreateConsent", { caller, body: { ...given, status: "opted_in" } });
  const proposed = await door.call("CreateConsent", {
    caller: human(caller.team_id, "member"),
    body: { ...given, status: "opted_out" },
  });
  assert.deepEqual([proposed.status, await told(caller.team_id)], [202, []]);
  const { body } = await door.operate("SeedComms", { team_id: caller.team_id });
  assert.deepEqual(
    (await told(caller.team_id)).map(({ id }) => id).sort(),
    [...(body as { consents: string[] }).consents].sort(),
  );
});
