import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller, type TestReply } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";
import { draft } from "../testing/test-packets.ts";

const { door, audit } = await testCrm();
const create = (body: object, team_id = testCaller().team_id) =>
  door.operate("CreatePacket", { ...draft, team_id, ...body });
const faults = ({ status, body }: TestReply) => [
  status,
  ...(body.errors ?? []).map(({ field, code }: Record<string, string>) => `${field} ${code}`),
];

test("a packet is made with an entry in the audit log", async () => {
  const { team_id } = testCaller();
  const { status, body } = await create({}, team_id);
  assert.deepEqual([status, Object.keys(body)], [201, ["id"]]);
  const [entry, ...others] = await audit(team_id);
  assert.deepEqual([entry?.["action"], others], ["packet.create", []]);
});

test("a reviewer who is not a member, or stands twice, is named with the place, and nothing is stored", async () => {
  const caller = testCaller();
  const reviewers = [
    { email: "ada@members.test" },
    { email: "eve@elsewhere.test" },
    { email: " ADA@members.test" },
    { email: "" },
  ];
  assert.deepEqual(faults(await create({ reviewers }, caller.team_id)), [422, "reviewers.3.email too_short"]);
  assert.deepEqual(faults(await create({ reviewers: reviewers.slice(0, 3) }, caller.team_id)), [
    ...[422, "reviewers.1.email not_found", "reviewers.2.email duplicate"],
  ]);
  assert.deepEqual((await door.call("ListPackets", { caller })).body.packets, []);
});

test("options are for choices alone, which need them, each once", async () => {
  const items = [
    { prompt: "?", type: "choice" },
    { prompt: "?", type: "multi_choice", options: [] },
    { prompt: "?", type: "text", options: ["a"] },
    { prompt: "?", type: "choice", options: ["a", "a"] },
  ];
  assert.deepEqual(faults(await create({ items })), [
    422,
    ...["items.0.options required", "items.1.options required"],
    ...["items.2.options not_allowed", "items.3.options duplicate"],
  ]);
});

test("what no packet is made of is refused at its place", async () => {
  for (const [body, field] of [
    [{ title: "" }, "title"],
    [{ title: "  " }, "title"],
    [{ title: null }, "title"],
    [{ due_at: "tomorrow" }, "due_at"],
    [{ status: "closed" }, "status"],
    [{ reviewers: null }, "reviewers"],
    [{ items: {} }, "items"],
    [{ items: [{ prompt: "?", type: "date" }] }, "items.0.type"],
    [{ items: [{ type: "text" }] }, "items.0.prompt"],
    [{ verdicts: [] }, "verdicts"],
    [{ team_id: "x" }, "team_id"],
  ] as const) {
    const { status, body: problem } = await create(body);
    assert.deepEqual([status, problem.errors?.[0].field], [422, field], JSON.stringify(body));
  }
});
