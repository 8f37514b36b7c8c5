import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { draft } from "../testing/test-packets.ts";

const { door } = await testCrm();
const caller = testCaller();
const { team_id } = caller;
const make = async (title: string, more = {}): Promise<string> =>
  (await door.operate("CreatePacket", { ...draft, title, ...more, team_id })).body.id as string;
const ask = (query = "", as = caller) => door.call("ListPackets", { caller: as, query });
const titles = async (query = "") => {
  const { status, body } = await ask(query);
  assert.equal(status, 200, JSON.stringify(body));
  return (body.packets as { title: string }[]).map(({ title }) => title);
};
const sign = (packet_id: string, reviewer: string, verdict: string) =>
  door.operate("SignPacket", { team_id, packet_id, reviewer, verdict });

const approved = await make("Approved");
await sign(approved, "ada@members.test", "approve");
await sign(approved, "bo@members.test", "approve");
const refused = await make("Refused", { due_at: "2030-01-01T00:00:00Z" });
await sign(refused, "cy@members.test", "request_changes");
await make("Draft 100%", { status: "draft", reviewers: [{ email: "dee@members.test" }] });
await make("Open", { due_at: "2029-01-01T00:00:00Z" });
const closed = await make("Closed");
await door.operate("EditPacket", { team_id, packet_id: closed, status: "closed" });

test("a status leaves the packets that have it, those in between by their signatures", async () => {
  assert.deepEqual(await titles(), ["Closed", "Open", "Draft 100%", "Refused", "Approved"]);
  for (const [status, title] of [
    ["draft", "Draft 100%"],
    ["in_review", "Open"],
    ["approved", "Approved"],
    ["changes_requested", "Refused"],
    ["closed", "Closed"],
  ])
    assert.deepEqual(await titles(`status=${status}`), [title]);
});

test("a reviewer's id leaves what that member reviews; an unknown one nothing, a malformed one is 400", async () => {
  const { body } = await ask("status=draft");
  const [{ reviewers }] = body.packets as [{ reviewers: { id: string }[] }];
  const [dee] = reviewers.map(({ id }) => id);
  assert.deepEqual(await titles(`reviewer_id=${dee}`), ["Draft 100%"]);
  assert.deepEqual(await titles(`reviewer_id=${dee?.toUpperCase()}`), ["Draft 100%"]);
  assert.deepEqual(await titles(`reviewer_id=${dee}&status=closed`), []);
  assert.deepEqual(await titles(`reviewer_id=${randomUUID()}`), []);
  assert.equal((await ask("reviewer_id=dee")).status, 400);
});

test("what waits for a member is in review, reviewed by the member, and not signed for this walkthrough", async () => {
  const by = testCaller();
  const own = by.team_id;
  const make = async (title: string, more = {}) =>
    (await door.operate("CreatePacket", { ...draft, title, ...more, team_id: own })).body.id as string;
  const edit = (packet_id: string, status: string) =>
    door.operate("EditPacket", { team_id: own, packet_id, status });
  const signed = await make("Signed");
  await door.operate("SignPacket", {
    team_id: own,
    packet_id: signed,
    reviewer: "ada@members.test",
    verdict: "approve",
  });
  await make("Waits");
  await make("Of others", { reviewers: [{ email: "dee@members.test" }] });
  await make("Draft", { status: "draft" });
  await edit(await make("Closed"), "closed");
  const { reviewers } = (await door.call("GetPacket", { caller: by, path: { packet_id: signed } })).body as {
    reviewers: { id: string; name: string }[];
  };
  const idOf = (name: string) => reviewers.find((one) => one.name.toLowerCase().startsWith(name))?.id ?? "";
  const waiting = async (id: string, as = by) =>
    ((await ask(`waits_for=${id}`, as)).body.packets as { title: string }[]).map(({ title }) => title);
  assert.deepEqual(await waiting(idOf("ada").toUpperCase()), ["Waits"]);
  assert.deepEqual(await waiting(idOf("bo")), ["Waits", "Signed"]);
  await door.operate("BumpPacket", { team_id: own, packet_id: signed });
  assert.deepEqual(await waiting(idOf("ada")), ["Waits", "Signed"]);
  assert.deepEqual(await waiting(idOf("ada"), testCaller()), []);
  assert.deepEqual(await waiting(randomUUID()), []);
  assert.equal((await ask("waits_for=me", by)).status, 400);
});

test("packets are searched, sorted and paged; another team has none of them", async () => {
  assert.deepEqual(await titles("q=0%25"), ["Draft 100%"]);
  assert.deepEqual((await titles("sort=due_at:asc")).slice(0, 2), ["Open", "Refused"]);
  const first = (await ask("sort=title:asc&limit=2")).body;
  const rest = (await ask(`sort=title:asc&limit=4&cursor=${first.next_cursor}`)).body;
  const named = [...first.packets, ...rest.packets].map(({ title }: { title: string }) => title);
  assert.deepEqual(named, ["Approved", "Closed", "Draft 100%", "Open", "Refused"]);
  assert.deepEqual((await ask("", testCaller())).body.packets, []);
});

test("what the list does not understand is 400", async () => {
  for (const query of ["status=ready", "status=", "sort=status:asc", "filter={}", "limit=0", "moon=1"])
    assert.equal((await ask(query)).status, 400, query);
});
