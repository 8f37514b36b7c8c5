import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { tools } from "../../gen/tools.ts";
import { agentCaller, testAgent } from "../testing/test-agent.ts";

const agent = await testAgent();
const get = (query = "", caller = agentCaller({ door: "tools" }), headers = {}) =>
  agent.get(`/tools${query}`, caller, headers);
const names = tools.filter(({ isExtra }) => !isExtra).map(({ name }) => name);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every vendor has its own shape; the test reads names of it.
type Entries = any[];
const namesIn: Record<string, (entries: Entries) => string[]> = {
  openai: (entries) => entries.map((one) => one.function.name),
  "openai-responses": (entries) => entries.map((one) => one.name),
  anthropic: (entries) => entries.map((one) => one.name),
  gemini: ([only]) => only.functionDeclarations.map((one: { name: string }) => one.name),
  mcp: (entries) => entries.map((one) => one.name),
};

describe("the catalogue of", () => {
  for (const [format, namesOf] of Object.entries(namesIn)) {
    test(`${format} holds every tool, with scope, confirm and annotations beside it`, async () => {
      const { status, body } = await get(`?format=${format}`);
      assert.deepEqual([status, body.format, namesOf(body.tools)], [200, format, names]);
      assert.deepEqual(Object.keys(body.meta), names);
      const [tool] = tools;
      const { scope, confirm, annotations } = tool ?? {};
      assert.deepEqual(body.meta[tool?.name ?? ""], { scope, confirm, annotations });
    });
  }
});

test("openai is the format where none is named; another one is 400", async () => {
  assert.equal((await get()).body.format, "openai");
  assert.deepEqual((await get("?format=moon")).body.code, "invalid_format");
});

test("OpenAI's strict mode where the schema allows it: every member required, null for what may be left out", async () => {
  const [listTables] = (await get("?tools=list_tables")).body.tools;
  const { strict, parameters } = listTables.function;
  assert.equal(strict, true);
  assert.deepEqual(parameters.required, Object.keys(parameters.properties));
  assert.deepEqual(parameters.properties.cursor.anyOf.at(-1), { type: "null" });
  const [insertRow] = (await get("?tools=insert_row&format=openai-responses")).body.tools;
  assert.equal(insertRow.strict, false);
});

test("Gemini gets its own schema dialect, or JSON Schema where any members are accepted; never both", async () => {
  const [{ functionDeclarations }] = (await get("?format=gemini")).body.tools;
  for (const one of functionDeclarations) assert.ok(!("parameters" in one && "parametersJsonSchema" in one));
  const byName = Object.fromEntries(functionDeclarations.map((one: { name: string }) => [one.name, one]));
  assert.deepEqual(byName.list_tables.parameters.properties.cursor.nullable, true);
  assert.equal(byName.list_tables.parameters.type, "OBJECT");
  assert.equal(byName.insert_row.parametersJsonSchema.type, "object");
});

test("it shows what the token may call, narrowed by filters of query and headers", async () => {
  const reader = agentCaller({ door: "tools", scopes: [{ resource: "tables", actions: ["read"] }] });
  const reads = tools
    .filter((tool) => tool.readOnly && tool.scope.resource === "tables")
    .map(({ name }) => name);
  assert.deepEqual(Object.keys((await get("", reader)).body.meta), reads.sort());
  assert.deepEqual(Object.keys((await get("?tools=list_tables")).body.meta), ["list_tables"]);
  const narrowed = await get("", undefined, { "x-mcp-tools": "query_rows" });
  assert.deepEqual(Object.keys(narrowed.body.meta), ["query_rows"]);
  assert.equal((await get("?moon=1")).body.code, "unknown_parameter");
});

test("an entity tag names what was shown: 304 to who has it", async () => {
  const first = await get("?format=mcp");
  const etag = String(first.headers.etag);
  assert.equal(etag, `"${first.body.etag}"`);
  const again = await get("?format=mcp", undefined, { "if-none-match": `"x", W/${etag}` });
  assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", etag]);
  assert.notEqual((await get("?format=mcp&read_only=1")).headers.etag, etag);
});

test("tools of a module that is off are not in the catalogue", async () => {
  const caller = agentCaller({ door: "tools" }, { modules: { contacts: true } });
  const { meta } = (await agent.get("/tools", caller)).body as { meta: Record<string, unknown> };
  assert.ok("contact_search" in meta && !("list_tables" in meta));
});
