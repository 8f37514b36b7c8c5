import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, testSheets } from "../../testing/test-sheets.ts";

const { door, sheet } = await testSheets();

const states = ["open", "busy", "done"];
const transitions = { open: ["busy"], busy: ["open", "done"] };

async function ticket() {
  const s = await sheet([
    { name: "stage", type: "state", options: { states, initial: "open", transitions } },
    { name: "free", type: "state", options: { states, initial: "open" } },
    { name: "title", type: "text" },
  ]);
  const made = (await s.row({})).body;
  const patch = (data: unknown) =>
    door.call("UpdateRow", { caller: s.caller, path: { ...s.path, row_id: made.id }, body: { data } });
  return { ...s, made, patch };
}

test("a row starts in the initial state and moves along the transitions only", async () => {
  const { made, patch } = await ticket();
  assert.deepEqual(made.data, { stage: "open", free: "open", title: null });
  const jump = await patch({ stage: "done", title: "x" });
  assert.deepEqual(refusal(jump), [409, "invalid_state_transition", "data.stage invalid_state_transition"]);
  assert.deepEqual([jump.body.from, jump.body.to, jump.body.allowed], ["open", "done", ["busy"]]);
  assert.equal(jump.body.detail, 'stage cannot change from "open" to "done". It can change to "busy".');
  assert.equal((await patch({ stage: "open" })).status, 200);
  assert.equal((await patch({ stage: "busy" })).status, 200);
  assert.deepEqual((await patch({ stage: null })).body.allowed, ["open", "done"]);
  const done = await patch({ stage: "done" });
  assert.deepEqual([done.status, done.body.data], [200, { stage: "done", free: "open", title: null }]);
  const back = (await patch({ stage: "open" })).body;
  assert.deepEqual(back.allowed, []);
  assert.equal(back.detail, 'stage cannot change from "done" to "open". This state is final.');
});

test("without transitions every state may follow every other, and none", async () => {
  const { patch } = await ticket();
  for (const free of ["done", "open", null, "busy"]) assert.equal((await patch({ free })).status, 200);
});

test("of two moves at once from one state, the second is judged by where the first led", async () => {
  const { patch } = await ticket();
  await patch({ stage: "busy" });
  const replies = await Promise.all([patch({ stage: "done" }), patch({ stage: "open" })]);
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 409]);
});
