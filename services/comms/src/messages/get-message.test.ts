import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door } = await testComms();

test("one message is shown with its texts; another team's is absent, and a known ETag gets 304", async () => {
  const caller = testCaller();
  const body = { to: "ada@example.com", subject: "s", text: "t" };
  const { body: sent } = await door.call("SendMessage", { caller, body });
  const path = { message_id: sent.id as string };
  const { body: whole, headers } = await door.call("GetMessage", { caller, path });
  const detail = { text: "t", html: null, variables: {}, headers: {}, attempts: [] };
  assert.deepEqual(whole, { ...sent, ...detail });
  const foreign = await door.call("GetMessage", { caller: testCaller(), path });
  const absent = await door.call("GetMessage", { caller, path: { message_id: randomUUID() } });
  assert.deepEqual([foreign.status, foreign.body.code], [404, "not_found"]);
  assert.deepEqual([absent.status, absent.body.code], [404, "not_found"]);
  const known = await door.call("GetMessage", {
    caller,
    path,
    headers: { "if-none-match": headers.etag ?? "" },
  });
  assert.equal(known.status, 304);
});
