import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { agentCaller, testAgent } from "../../testing/test-agent.ts";

/** A tool that asks for the user's consent, on the MCP servers (agents.confirm). */
const agent = await testAgent();
const caller = agentCaller({}, { modules: { contacts: true } });
const values = { contact_id: "c1" };
const preview = {
  summary: "Archive contact Ada",
  preview: [{ resource: "contacts", id: "c1", op: "delete" }],
};
const archived = { body: '{"id":"c1","archived_at":"2026-01-01T00:00:00.000Z"}' };

beforeEach(() => {
  agent.upstream.seen = [];
  agent.upstream.answer = { body: JSON.stringify(preview) };
});

async function archive(more: object = {}, headers: Record<string, string> = {}) {
  const reply = await agent.call("contact_archive", { ...values, ...more }, { caller, headers });
  return reply.body.result;
}

test("without consent nothing is done: the answer shows what would be, and brings a token", async () => {
  const { isError, structuredContent } = await archive({ idempotency_key: "k" });
  const { error } = structuredContent;
  assert.deepEqual([isError, error.code, error.status], [true, "confirmation_required", 409]);
  assert.deepEqual({ summary: error.summary, preview: error.preview }, preview);
  assert.deepEqual([typeof error.confirm_token, error.expires_in], ["string", 300]);
  assert.equal(agent.upstream.seen.length, 1);
  assert.equal(agent.upstream.seen[0]?.header("x-internal-preview"), "1");
});

test("what would be refused anyway is refused before anyone is asked", async () => {
  agent.upstream.answer = { status: 404, body: '{"status":404,"code":"not_found","request_id":"r"}' };
  assert.equal((await archive()).structuredContent.error.code, "not_found");
});

test("a token names its write, so a repeat gets the first result", async () => {
  const { confirm_token } = (await archive()).structuredContent.error;
  agent.upstream.answer = archived;
  assert.equal((await archive({ confirm_token })).isError, false);
  await archive({ confirm_token, confirm: true }, { "idempotency-key": "another" });
  const [, first, second] = agent.upstream.seen.map((seen) => seen.header("idempotency-key"));
  assert.match(first ?? "", /^confirm /);
  assert.equal(first, second);
  assert.equal(agent.upstream.seen[1]?.header("x-internal-preview"), undefined);
});

test("a token for another call does not count: the preview is shown again", async () => {
  const { confirm_token } = (await archive()).structuredContent.error;
  for (const more of [{ contact_id: "c2" }, { idempotency_key: "k" }]) {
    const again = (await archive({ ...more, confirm_token, confirm: true })).structuredContent.error;
    assert.equal(again.code, "confirmation_required");
    assert.notEqual(again.confirm_token, confirm_token);
  }
  assert.ok(agent.upstream.seen.every((seen) => seen.header("x-internal-preview") === "1"));
});

test("confirm is a boolean and nothing else", async () => {
  for (const confirm of ["true", 1, {}, ""])
    assert.equal((await archive({ confirm })).structuredContent.error.code, "validation_failed");
  assert.equal(agent.upstream.seen.length, 0);
  agent.upstream.answer = archived;
  assert.deepEqual((await archive({ confirm: true })).structuredContent.changed, []);
});
