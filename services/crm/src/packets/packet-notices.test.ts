import { noticeFactOf, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { testCrm } from "../testing/test-crm.ts";
import { testReviewing } from "../testing/test-packets.ts";

const { door, database } = await testCrm();

/** A packet with the names of the reviewers for whom notices about it began and ended, oldest first. */
async function testNoticed(more: object = {}) {
  const packet = await testReviewing(door, { items: [], ...more });
  const { reviewers } = (await packet.read()) as { reviewers: { id: string; name: string }[] };
  const names = new Map(reviewers.map(({ id, name }) => [id, name.slice(0, name.indexOf("@"))]));
  const facts = async () => {
    const text = `select type, payload::text from crm.outbox where team_id = $1 and type like 'notice.%' order by seq`;
    const { rows } = await withClient(database.superuserUrl, (client) =>
      client.query<{ type: string; payload: string }>(text, [packet.caller.team_id]),
    );
    return rows.flatMap((row) => noticeFactOf(row) ?? []);
  };
  const named = (ids: readonly string[] = []) => ids.map((id) => names.get(id) ?? id).sort();
  const shown = async () =>
    (await facts()).map((fact) =>
      "over" in fact ? ["over", ...named(fact.over.members)] : ["waits", ...named(fact.wanted.to.members)],
    );
  return { ...packet, facts, shown };
}

test("a packet in review waits for its reviewers, each until the signature, and for all until it is ready", async () => {
  const { shown, signNow, facts, packet_id: id } = await testNoticed();
  const began = ["waits", "ada", "bo", "cy"];
  assert.deepEqual(await shown(), [began]);
  const [fact] = await facts();
  assert.ok(fact !== undefined && "wanted" in fact);
  const { kind, title, path, subject } = fact.wanted;
  assert.deepEqual([kind, title], ["review_waits", "Review waits: Plan, walkthrough 1"]);
  assert.deepEqual([path, subject], [`/console/reviews/${id}`, { type: "packet", id }]);
  await signNow("ada", "approve");
  assert.deepEqual((await shown()).slice(1), [["over", "ada"]]);
  await signNow("bo", "approve");
  assert.deepEqual((await shown()).slice(2), [["over", "bo", "cy"]]);
});

test("the next walkthrough ends what waited and waits for all again", async () => {
  const { shown, signNow, as } = await testNoticed();
  await signNow("ada", "approve");
  assert.equal((await as("bo", "BumpReview")).status, 200);
  assert.deepEqual((await shown()).slice(2), [
    ["over", "bo", "cy"],
    ["waits", "ada", "bo", "cy"],
  ]);
});

test("a draft waits for nobody; a packet that is opened, closed or has other reviewers does as it then is", async () => {
  const { shown, as } = await testNoticed({ status: "draft" });
  assert.deepEqual(await shown(), []);
  const edit = async (body: object) => assert.equal((await as("ada", "EditReview", body)).status, 200);
  await edit({ title: "Another plan" });
  assert.deepEqual(await shown(), []);
  await edit({ status: "in_review" });
  await edit({ title: "A third plan" });
  await edit({ reviewers: [{ email: "ada@members.test" }, { email: "bo@members.test" }] });
  await edit({ status: "closed" });
  assert.deepEqual(await shown(), [
    ["waits", "ada", "bo", "cy"],
    ["over", "cy"],
    ["over", "ada", "bo"],
  ]);
});
