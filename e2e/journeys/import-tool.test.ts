import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { until } from "@jst/testing";
import { agentDoors, requestAt, type AgentDoor } from "../src/agent-doors.ts";
import { formOf } from "../src/exchange.ts";
import { jst, mintHumanToken, mintToken, newTeam } from "../src/fleet.ts";
import { send, type Answer } from "../src/http.ts";
import { consoleHeaders, signedIn } from "../src/sessions.ts";
import { teamApi } from "../src/team-api.ts";

/** Imports that an agent makes in one call (imports.tool). */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- results of the tool and of its doors differ.
type Result = any;

const columns = [
  { index: 0, to: { column: "sku" } },
  { index: 1, to: { column: "size" } },
];

let slug = "";
let token = "";
const api = teamApi(() => token);

before(async () => {
  ({ slug, token } = await newTeam("import-tool"));
  await jst("config", "set", "--team", slug, "modules.mcp_export", "true");
});

/** A table with a unique text and a number. */
async function table(name: string): Promise<string> {
  const columns = [
    { name: "sku", type: "text", unique: true },
    { name: "size", type: "number" },
  ];
  const made = await api.call("POST", "data/tables", { name, display_name: name, columns });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return name;
}

async function skus(name: string): Promise<unknown[]> {
  const rows = await api.listed<{ data: { sku: unknown } }>(`data/tables/${name}/rows?sort=sku:asc`, "rows");
  return rows.map(({ data }) => data.sku);
}

const unfinished = async (): Promise<number> =>
  (await api.listed<{ status: string }>("data/imports?limit=100", "imports")).filter(
    ({ status }) => status !== "done",
  ).length;

/** Calls the tool over MCP; answers its result, or the error in it. */
async function called(values: object, as = token): Promise<Result> {
  const answer: Answer = await send({
    ...requestAt("mcp", { name: "import_data", values: { ...values } }),
    token: as,
  });
  const { result, error } = answer.body as Result;
  return result === undefined ? error.data : (result.structuredContent.error ?? result.structuredContent);
}

const text = "sku,size\na,1\nb,big\nc,3\n";

test("a call without consent shows what would be imported and leaves nothing; its token imports it", async () => {
  const target = { kind: "table", table_id: await table("goods") };
  const values = { target, text, columns, match: { by: "sku" } };
  const asked = await called(values);
  assert.equal(asked.code, "confirmation_required", JSON.stringify(asked));
  assert.deepEqual([asked.counts.create, asked.counts.reject, asked.outcome], [2, 1, "run"]);
  assert.deepEqual(
    asked.rows.map(({ row, verdict }: Result) => [row, verdict]),
    [
      [2, "reject"],
      [1, "create"],
      [3, "create"],
    ],
  );
  assert.deepEqual(asked.preview[0], { resource: "rows", op: "create", after: { sku: "a", size: 1 } });
  assert.deepEqual([await skus("goods"), await unfinished()], [[], 0]);
  const done = await called({ ...values, confirm_token: asked.confirm_token });
  assert.equal(done.result?.status, "done", JSON.stringify(done));
  assert.deepEqual(
    [done.queued, done.result.counts.written, done.result.rows[0].verdict],
    [false, 2, "reject"],
  );
  assert.deepEqual(done.result.rows[0].errors[0].field, "data.size");
  assert.deepEqual(done.changed, [{ resource: "imports", id: done.result.id, op: "create" }]);
  assert.deepEqual(await skus("goods"), ["a", "c"]);
  const again = await called({ ...values, confirm_token: asked.confirm_token });
  assert.deepEqual(
    [again.replayed, again.result.id, await skus("goods")],
    [true, done.result.id, ["a", "c"]],
  );
  const set = await api.call("GET", `changesets/${done.changeset_id}`);
  assert.equal((set.body as Result).kind, "set");
  const same = await called({ ...values, confirm: true });
  assert.deepEqual([same.result.counts.unchanged, same.result.counts.written], [2, 0]);
});

test("with run false rows are checked without consent and none is written, and an open question is shown", async () => {
  const target = { kind: "table", table_id: await table("checked") };
  const ready = (await called({ target, text, columns, run: false })).result;
  assert.deepEqual([ready.status, ready.counts.create, ready.rows.length], ["ready", 2, 3]);
  const open = { target, text: "sku,size\na,1.299\nb,2.500\n", columns, run: false };
  const asks = (await called(open)).result;
  assert.deepEqual([asks.status, asks.parts[0].columns[1].question], ["analysed", "decimal"]);
  const refused = await called({ ...open, run: true, confirm: true });
  assert.deepEqual(
    [refused.code, refused.errors[0].field, refused.errors[0].code],
    ["validation_failed", "columns.1.decimal", "required"],
  );
  assert.deepEqual([await skus("checked"), await unfinished()], [[], 2]);
  const [sku, size] = columns;
  const answered = await called({
    ...open,
    columns: [sku, { ...size, decimal: "." }],
    run: true,
    confirm: true,
  });
  assert.equal(answered.result.counts.written, 2, JSON.stringify(answered));
});

test("the run of a person's token is one proposal, and its approval imports the rows", async () => {
  const target = { kind: "table", table_id: await table("proposed") };
  const human = await mintHumanToken(slug);
  const queued = await called({ target, text, columns, confirm: true }, human);
  assert.equal(queued.queued, true, JSON.stringify(queued));
  assert.deepEqual([queued.counts.create, queued.errors.length, await skus("proposed")], [2, 1, []]);
  const path = `/api/v1/changesets/${queued.changeset_id}/approve`;
  const headers = consoleHeaders(await signedIn(slug, "owner"));
  assert.equal((await send({ method: "POST", path, headers, body: {} })).status, 200);
  await until("both rows are there", 10_000, async () =>
    (await skus("proposed")).length === 2 ? true : undefined,
  );
});

describe("at every door of agents", () => {
  for (const door of agentDoors)
    test(`${door} takes the tool`, async () => {
      const target = { kind: "new_table", display_name: `At ${door}` };
      const values = { target, text, confirm: true };
      const answer = await send({ ...requestAt(door, { name: "import_data", values }), token });
      assert.equal(outcome(door, answer).result.counts.written, 3, JSON.stringify(answer.body));
    });
});

const outcome = (door: AgentDoor, { body }: Answer): Result => {
  const shown = body as Result;
  if (door === "actions") return shown;
  return door === "tools" ? shown.result : shown.result.structuredContent;
};

test("contacts need their own scope, and a table that the team does not have is absent", async () => {
  const values = { target: { kind: "contacts" }, text: "email\nada@tool.test\n", confirm: true };
  const narrow = await mintToken(slug, [{ resource: "tables", actions: ["read", "write"] }]);
  const refused = await called(values, narrow);
  assert.deepEqual([refused.code, refused.required_scope], ["insufficient_scope", "contacts:write"]);
  const done = await called(values);
  assert.equal(done.result?.counts.written, 1, JSON.stringify(done));
  const absent = await called({
    target: { kind: "table", table_id: "nothing" },
    text,
    columns,
    confirm: true,
  });
  assert.deepEqual([absent.code, absent.errors[0].field], ["validation_failed", "target.table_id"]);
});

test("a source that cannot be read, and one that is a text and a file, are refused and leave no import", async () => {
  const target = { kind: "new_table", display_name: "None" };
  const before = await unfinished();
  for (const source of [
    { text: "%PDF-1.7\n" },
    { text, file_id: "0198f0a0-0000-7000-8000-000000000000" },
    {},
  ]) {
    const refused = await called({ target, ...source, confirm: true });
    assert.deepEqual(
      [refused.code, refused.errors?.length],
      ["validation_failed", 1],
      JSON.stringify(refused),
    );
  }
  assert.equal(await unfinished(), before);
});

test("a file of the team is imported, and goes into a new table with the guessed types", async () => {
  const form = formOf([{ part: "file", value: "Name;Betrag\r\nAda;1.299,50\r\nBo;2,00\r\n", name: "a.csv" }]);
  const file = (await send({ method: "POST", path: "/api/v1/files", token, body: form })).body as Result;
  const target = { kind: "new_table", display_name: "From a file" };
  const done = await called({ target, file_id: file.id, confirm: true });
  assert.equal(done.result?.counts.written, 2, JSON.stringify(done));
  const amounts = done.result.rows.map(({ data }: Result) => data.betrag);
  assert.deepEqual(amounts, [1299.5, 2]);
});

test("a call that is sent twice under one key imports once, and one with another text is refused", async () => {
  const target = { kind: "table", table_id: await table("keyed") };
  const values = { target, text, columns, confirm: true, idempotency_key: "import once" };
  const [first, beside] = await Promise.all([called(values), called(values)]);
  const again = await called(values);
  assert.deepEqual([again.replayed, again.result.status, await skus("keyed")], [true, "done", ["a", "c"]]);
  for (const one of [first, beside])
    assert.ok(one.result?.id === again.result.id || one.code !== undefined, JSON.stringify(one));
  const other = await called({ ...values, text: "sku,size\nd,1\n" });
  assert.equal(other.code, "idempotency_conflict", JSON.stringify(other));
  assert.deepEqual(await skus("keyed"), ["a", "c"]);
});

test("without the export flag an agent imports nothing", async () => {
  const other = await newTeam("import-tool-off");
  const values = { target: { kind: "new_table", display_name: "None" }, text, run: false };
  assert.equal((await called(values, other.token)).code, "mcp_export_disabled");
});
