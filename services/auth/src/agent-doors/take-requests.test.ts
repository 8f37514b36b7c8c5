import assert from "node:assert/strict";
import { test } from "node:test";
import { randomUUID } from "node:crypto";
import { testAuth } from "../testing/test-auth.ts";

const { askWith, door, mint, newTeam } = await testAuth();

const take = async (token_id: string, requests: number, token_type = "human") =>
  (await door.callAs("agent", "TakeRequests", { token_id, token_type, requests })).body;

test("further requests come out of the same window as those that Check counts", async () => {
  const { id, value } = await mint({ team: await newTeam(), type: "service" });
  const left = async () => {
    const { headers } = await askWith(value);
    return Number(/;r=(\d+);/.exec(headers["ratelimit"] ?? "")?.[1]);
  };
  const before = await left();
  assert.deepEqual(await take(id, 19, "service"), { granted: 19, retry_after_seconds: 0 });
  assert.equal(await left(), before - 20);
});

test("what is left is granted and no more, with the time until there is more", async () => {
  const id = randomUUID();
  for (let taken = 0; taken < 950; taken += 95) assert.equal((await take(id, 95)).granted, 95);
  const last = await take(id, 60);
  assert.equal(last.granted, 50);
  assert.ok(last.retry_after_seconds >= 1 && last.retry_after_seconds <= 61);
  assert.equal((await take(id, 1)).granted, 0);
});
