import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRequest, listTables } from "../testing/envoy-messages.ts";
import { contextEntries, readCheckRequest } from "./check-request.ts";

const sent = checkRequest({
  host: "acme.example.org:8443",
  headers: [
    ["authorization", "Bearer jst_x"],
    ["cookie", "a=b"],
    ["cookie", "c=d"],
    ["x-requested-with", "console"],
    ["sec-fetch-site", "same-origin"],
    ["x-request-id", "r1"],
    ["traceparent", "t1"],
    ["user-agent", "curl"],
  ],
});

test("a CheckRequest gives the few things Check needs and nothing else", () => {
  const { route, ...rest } = readCheckRequest(sent);
  assert.deepEqual(rest, {
    authorization: "Bearer jst_x",
    cookie: "a=b; c=d",
    fetchSite: "same-origin",
    requestedWith: "console",
    host: "acme.example.org:8443",
    requestId: "r1",
    target: "/data.v1.Tables/ListTables",
    traceparent: "t1",
  });
  assert.deepEqual(Object.fromEntries(contextEntries(route)), listTables);
});

test("a message cut off at any byte never gives more than the whole one, and never hangs", () => {
  const whole = readCheckRequest(sent);
  for (let length = 1; length < sent.length; length += 1) {
    assert.throws(() => readCheckRequest(sent.subarray(0, length)), `cut at ${length}`);
  }
  assert.deepEqual(readCheckRequest(sent), whole);
});
