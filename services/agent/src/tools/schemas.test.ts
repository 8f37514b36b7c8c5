import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { catalogue as codes } from "@jst/errors";
import { tools } from "../../gen/tools.ts";
import { Catalogue } from "./catalogue.ts";
import { modelArguments } from "./model-arguments.ts";
import { listed } from "./offered.ts";

type Schema = Record<string, unknown>;

const catalogue = new Catalogue(tools);

/** Lasting promises to agents: names and schemas of the original tools (agents.ten-tools). */
describe("a released tool stays as it was", () => {
  for (const tool of catalogue.tools) {
    const { name, title, description, scope, confirm, annotations, inputSchema, outputSchema } = tool;
    const shown = { name, title, description, scope, confirm, annotations, inputSchema, outputSchema };
    const golden = new URL(`golden/${name}.json`, import.meta.url);
    test(`${name} is what golden/${name}.json says; UPDATE_GOLDEN=1 writes a new one`, () => {
      if (process.env.UPDATE_GOLDEN === "1") writeFileSync(golden, `${JSON.stringify(shown, null, 2)}\n`);
      assert.ok(existsSync(golden), "run with UPDATE_GOLDEN=1");
      assert.deepEqual(shown, JSON.parse(readFileSync(golden, "utf8")));
    });
  }
});

/** One portable dialect for every model (agents.schemas): one tool outside it breaks a whole conversation. */
describe("an input schema is portable", () => {
  const keywords = new Set([
    ...["type", "properties", "required", "additionalProperties", "items", "enum", "description"],
    ...["format", "pattern", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum"],
    ...["exclusiveMaximum", "minItems", "maxItems", "uniqueItems", "maxProperties", "minProperties"],
  ]);
  const check = (schema: Schema, path: string): void => {
    if (schema["anyOf"] !== undefined) {
      assert.deepEqual(Object.keys(schema).sort(), ["anyOf", "description"], path);
      const [choice = {}, none, ...more] = schema["anyOf"] as Schema[];
      assert.deepEqual([none, more], [{ type: "null" }, []], path);
      check(choice, path);
      return;
    }
    for (const keyword of Object.keys(schema)) assert.ok(keywords.has(keyword), `${path}: ${keyword}`);
    assert.equal(typeof schema["type"], "string", `${path} has one type`);
    if (schema["type"] === "array") assert.ok(schema["items"], `${path} has items`);
    for (const text of (schema["enum"] as unknown[] | undefined) ?? [])
      assert.equal(typeof text, "string", path);
    if (schema["items"]) check(schema["items"] as Schema, `${path}[]`);
    for (const [name, member] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
      assert.match(name, /^[A-Za-z_][A-Za-z0-9_]{0,63}$/);
      check(member, `${path}.${name}`);
    }
  };
  for (const { name, description, inputSchema } of catalogue.tools) {
    test(name, () => {
      assert.match(name, /^[a-z][a-z0-9_]{0,63}$/);
      assert.ok(description.length >= 1 && description.length <= 1024);
      assert.deepEqual([inputSchema["type"], inputSchema["additionalProperties"]], ["object", false]);
      assert.ok(inputSchema["properties"]);
      check(inputSchema, name);
    });
  }
});

/** Descriptions suffice for a call (agents.descriptions). */
describe("a description", () => {
  const says = (text: string) =>
    catalogue.tools.filter(({ description }) => description.includes(text)).map(({ name }) => name);

  test("of each write that may be a proposal names the result of one, and of no other tool", () => {
    const waits = catalogue.tools.filter(({ readOnly, trust }) => !readOnly && trust === "matrix");
    assert.deepEqual(
      says("may wait for approval"),
      waits.map(({ name }) => name),
    );
  });

  test("of each tool with confirm says what a call without consent returns", () => {
    const asking = catalogue.tools.filter(({ confirm }) => confirm);
    assert.deepEqual(
      says("confirmation_required has a preview to show and a confirm_token"),
      asking.map(({ name }) => name),
    );
  });

  test("names only tools, members and codes that exist, and no URL of a query", () => {
    const members = JSON.stringify(tools).match(/[a-z]+(?:_[a-z]+)+(?=":)/g) ?? [];
    const known = new Set([...members, ...Object.keys(codes), ...catalogue.names]);
    for (const { name, description, inputSchema } of catalogue.tools) {
      const named = description.replaceAll(/\/api\/\S+/g, "").match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
      const unknown = named.filter((word) => !known.has(word));
      assert.deepEqual(unknown, [], name);
      assert.ok(!JSON.stringify(inputSchema).includes("In a URL"), name);
    }
  });
});

test("a member that takes null is shown with null and says what it does, and null sent to it is null", () => {
  const tool = catalogue.find("task_update");
  const { due_at: shown } = tool?.inputSchema["properties"] as Record<string, Schema>;
  const description = "Time at which the task is due, with its zone. null clears it.";
  assert.deepEqual(shown, {
    anyOf: [{ type: "string", format: "date-time" }, { type: "null" }],
    description,
  });
  const values = { task_id: "t", due_at: null };
  assert.deepEqual(modelArguments(values, tool?.acceptedSchema ?? {}), values);
  assert.deepEqual(tool?.validator.errorsOf(values), []);
});

test("the schema of a tool that updates accepts null exactly where a call does", () => {
  const each = (shown: Schema, accepted: Schema, path: string): void => {
    const [of, by] = [shown, accepted].map((one) => (one["anyOf"] as Schema[] | undefined)?.[0]);
    assert.equal(of === undefined, by === undefined, path);
    const members = Object.entries(((of ?? shown)["properties"] ?? {}) as Record<string, Schema>);
    const others = ((by ?? accepted)["properties"] ?? {}) as Record<string, Schema>;
    for (const [name, member] of members) each(member, others[name] ?? {}, `${path}.${name}`);
  };
  const updates = catalogue.tools.filter(({ changes }) => changes?.op === "update");
  assert.ok(updates.length > 3);
  for (const { name, inputSchema, acceptedSchema } of updates) each(inputSchema, acceptedSchema, name);
});

test("an output schema accepts every outcome: nothing is required, nothing is closed", () => {
  for (const { outputSchema } of tools) {
    assert.equal(outputSchema["type"], "object");
    const text = JSON.stringify(outputSchema);
    assert.ok(!text.includes('"required":[') && !text.includes('"additionalProperties":false'));
    assert.deepEqual((outputSchema["properties"] as Record<string, Schema>)["error"]?.["type"], "object");
  }
});

test("every argument of a schema has its place in the call, or is the door's own", () => {
  const own = ["version", "idempotency_key", "change_reason", "confirm", "confirm_token"];
  for (const { arguments: places, inputSchema, readOnly } of tools) {
    const names = Object.keys(inputSchema["properties"] as object);
    assert.deepEqual(
      names.filter((name) => !own.includes(name)),
      Object.keys(places),
    );
    assert.equal(names.includes("idempotency_key"), !readOnly);
  }
});

test("a list has at most the forty tools that hosts do not cut (agents.listing)", () => {
  assert.ok(listed(catalogue.tools).length <= 40);
});
