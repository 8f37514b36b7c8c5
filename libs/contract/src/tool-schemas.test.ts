import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, fixture, generatedText } from "./fixture-protos.ts";

interface Tool {
  inputSchema: { properties: Record<string, object>; required?: string[]; additionalProperties: boolean };
  outputSchema: { properties: Record<string, object> };
  annotations: object;
  arguments: Record<string, object>;
  changes: object | null;
}

async function toolOf(proto: string): Promise<Tool> {
  const text = await generatedText(proto, "services/agent/gen/tools.ts");
  const list = /= (\[[\s\S]*\]);/.exec(text)?.[1]?.replace(/,\n\]$/, "\n]") ?? "";
  const [tool] = JSON.parse(list) as Tool[];
  assert.ok(tool);
  return tool;
}

test("a tool's input is path and body in one closed object, with messages written out in their place", async () => {
  const { inputSchema, arguments: places } = await toolOf(fixture);
  assert.deepEqual(inputSchema.required, ["box_id", "name"]);
  assert.equal(inputSchema.additionalProperties, false);
  assert.deepEqual(inputSchema.properties["parts"], {
    type: "array",
    items: {
      type: "object",
      properties: { id: { type: "string", format: "uuid" } },
      required: ["id"],
      additionalProperties: false,
    },
    maxItems: 2,
  });
  assert.deepEqual(inputSchema.properties["note"], { anyOf: [{ type: "string" }, { type: "null" }] });
  assert.deepEqual(places["box_id"], { in: "path" });
  assert.deepEqual(places["extra"], { in: "body", freeform: true });
  assert.ok("idempotency_key" in inputSchema.properties && !("confirm" in inputSchema.properties));
});

test("a tool with confirm takes confirm and its token, and does not require them", async () => {
  const { inputSchema } = await toolOf(
    changed('description: "Creates a thing."', 'description: "Creates a thing." confirm: true'),
  );
  assert.ok("confirm" in inputSchema.properties && "confirm_token" in inputSchema.properties);
  assert.ok(!inputSchema.required?.includes("confirm"));
});

test("a write answers the write outcome, says what it changes and is neither read-only nor idempotent", async () => {
  const { outputSchema, annotations, changes } = await toolOf(fixture);
  assert.deepEqual(outputSchema.properties["result"], {
    type: "object",
    properties: { id: { type: "string" } },
  });
  assert.deepEqual(annotations, {
    title: "Create a thing",
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  });
  assert.deepEqual(changes, { resource: "things", op: "create" });
  const other = changed(
    'description: "Creates a thing."',
    'description: "Creates a thing." resource: "parts"',
  );
  assert.deepEqual((await toolOf(other)).changes, { resource: "parts", op: "create" });
});

test("a query parameter is an argument where the tool names it, in the form its option says", async () => {
  const asRead = changed(
    'query: "ListThingsQuery" response: "Thing"}',
    'query: "ListThingsQuery" response: "Thing" tool: {name: "a_list" title: "T" description: "D" query: ["where", "names"]}}',
  ).replace(
    "message ListThingsQuery {",
    `message ListThingsQuery {
  string where = 2 [(platform.v1.json).argument = ARGUMENT_OBJECT];
  string names = 3 [(platform.v1.json).argument = ARGUMENT_LIST];`,
  );
  const { inputSchema, arguments: places, changes } = await toolOf(asRead);
  assert.deepEqual(inputSchema.properties, {
    where: { type: "object" },
    names: { type: "array", items: { type: "string", pattern: "^[^,]+$" }, minItems: 1 },
  });
  assert.deepEqual(places, { where: { in: "query", as: "json" }, names: { in: "query", as: "list" } });
  assert.equal(changes, null);
});
