import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testTasks } from "../testing/test-tasks.ts";

const { create, door, list, patch } = await testTasks();

const titles = (body: { tasks: { title: string }[] }) => body.tasks.map(({ title }) => title);
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

test("a list is narrowed by each parameter, and by several to what all name", async () => {
  const caller = testCaller();
  const ada = randomUUID();
  const { body: contact } = await door.call("CreateContact", { caller, body: { first_name: "Ada" } });
  for (const body of [
    { title: "call", assignee_id: ada, priority: "high", due_at: "2030-01-02T00:00:00Z" },
    { title: "write", status: "done", project: "Launch" },
    { title: "launch it", project: "Rocket", due_at: "2030-01-01T00:00:00Z" },
    { title: "meet", contact_id: contact.id, assignee_id: ada, status: "blocked" },
  ])
    assert.equal((await create(caller, body)).status, 201);
  const expected: [query: string, found: string[]][] = [
    ["", ["meet", "launch it", "write", "call"]],
    ["status=done", ["write"]],
    [`assignee_id=${ada.toUpperCase()}`, ["meet", "call"]],
    [`assignee_id=${ada}&status=blocked`, ["meet"]],
    ["priority=high", ["call"]],
    ["project=Launch", ["write"]],
    ["project=launch", []],
    [`contact_id=${contact.id}`, ["meet"]],
    ["q=LAUNCH", ["launch it", "write"]],
    ["q=%25", []],
    ["updated_since=2999-01-01T00:00:00Z", []],
    ["sort=due_at:asc,title:asc", ["launch it", "call", "meet", "write"]],
    [`filter=${json({ field: "due_at", op: "before", value: "2030-01-02T00:00:00Z" })}`, ["launch it"]],
    [`filter=${json({ field: "status", op: "nin", value: ["done", "todo"] })}`, ["meet"]],
  ];
  for (const [query, found] of expected) {
    const reply = await list(caller, query.startsWith("q=%") ? "q=%25%25" : query);
    assert.equal(reply.status, 200, `${query}: ${JSON.stringify(reply.body)}`);
    assert.deepEqual(titles(reply.body), found, query);
  }
});

test("priority and status sort in the order in which they are declared, over pages too", async () => {
  const caller = testCaller();
  const states = ["blocked", "cancelled", "done", "in_progress", "todo"];
  for (const [n, priority] of ["high", "low", "normal", "low", "high"].entries())
    assert.equal((await create(caller, { title: `T${n}`, priority, status: states[n] })).status, 201);
  const sorted = async (name: "priority" | "status", sort: string) => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await list(caller, `sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...(body.tasks as Record<typeof name, string>[]).map((task) => task[name]));
      cursor = body.next_cursor as string | null;
    }
    return seen.join(" ");
  };
  assert.equal(await sorted("priority", "priority:asc"), "low low normal high high");
  assert.equal(await sorted("priority", "priority:desc,title:asc"), "high high normal low low");
  assert.equal(await sorted("status", "status:asc"), "todo in_progress blocked done cancelled");
});

test("pages neither skip nor repeat, and a cursor is good for the same list alone", async () => {
  const caller = testCaller();
  const [id] = await Promise.all(
    Array.from({ length: 5 }, async (_, n) => (await create(caller, { title: `T${n}` })).body.id as string),
  );
  await patch(caller, id ?? "", { due_at: "2030-01-01T00:00:00Z" });
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body } = await list(caller, `sort=due_at:asc&limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...titles(body));
    cursor = body.next_cursor as string | null;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [5, 5]);
  const { next_cursor } = (await list(caller, "sort=due_at:asc&limit=2")).body;
  for (const query of ["sort=due_at:desc", "sort=due_at:asc&status=todo", "sort=due_at:asc&q=T1"]) {
    const reply = await list(caller, `${query}&limit=2&cursor=${next_cursor}`);
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"], query);
  }
});

test("what is not understood is 400", async () => {
  const caller = testCaller();
  for (const query of [
    "status=later",
    "assignee_id=ada",
    "contact_id=",
    "project=",
    "q=x",
    "sort=search:asc",
    "limit=0",
    "count=exact",
    "moon=1",
    "updated_since=now",
    `filter=${json({ field: "search", op: "empty" })}`,
  ])
    assert.equal((await list(caller, query)).status, 400, query);
});

test("another team's tasks are not listed", async () => {
  await create(testCaller(), { title: "Theirs" });
  assert.deepEqual((await list(testCaller())).body.tasks, []);
});
