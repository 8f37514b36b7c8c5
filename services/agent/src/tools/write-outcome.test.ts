import { CHANGED_HEADER, encodedChanged } from "@jst/rpc";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { UpstreamReply } from "./upstreams.ts";
import { writeOutcome } from "./write-outcome.ts";

const replyOf = (headers: Record<string, string>): UpstreamReply => ({
  status: 201,
  body: Buffer.from(""),
  header: (name: string) => headers[name],
});
const changes = { resource: "submissions", op: "create" } as const;
const outcome = (headers: Record<string, string>) =>
  JSON.parse(writeOutcome(changes, '{"id":"s1"}', replyOf(headers), "https://x.test")) as {
    changed: object[];
  };

test("a write names what its reply shows, and what else its service says that it changed", () => {
  const contact = { resource: "contacts", id: "c1", op: "create" } as const;
  const submission = { resource: "submissions", id: "s1", op: "create" };
  const changeset = { "x-changeset-id": "crm_1" };
  assert.deepEqual(outcome(changeset).changed, [submission]);
  const told = { ...changeset, [CHANGED_HEADER]: encodedChanged([contact]) };
  assert.deepEqual(outcome(told).changed, [submission, contact]);
  assert.deepEqual(outcome({}).changed, []);
});
