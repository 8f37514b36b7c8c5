import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: { pattern?: string } }[];
  requestBody?: { content: Record<string, unknown> };
}

const root = path.resolve(import.meta.dirname, "../../..");
const text = readFileSync(path.join(root, "services/agent/gen/openapi.json"), "utf8");
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties?: Record<string, { items?: object }> }> };
};
const operations = Object.values(document.paths).flatMap((item) => Object.entries(item));

/** Places of every object in the description that is not data. */
function placesOf(value: unknown, at = ""): [string, Record<string, unknown>][] {
  if (value === null || typeof value !== "object") return [];
  const own: [string, Record<string, unknown>][] = Array.isArray(value)
    ? []
    : [[at, value as Record<string, unknown>]];
  const parts = Object.entries(value).filter(([key]) => !["example", "examples", "enum"].includes(key));
  return [...own, ...parts.flatMap(([key, part]) => placesOf(part, `${at}/${key}`))];
}

test("nothing stands beside a reference, and no value is a constant (clients.schemas)", () => {
  const places = placesOf(document).filter(([at]) => !at.endsWith("/properties"));
  const wrong = places.filter(
    ([, part]) => ("$ref" in part && Object.keys(part).length > 1) || "const" in part,
  );
  assert.deepEqual(wrong, []);
});

test("bytes are binary and octet-stream, and no body is of any type (clients.schemas)", () => {
  assert.doesNotMatch(text, /"\*\/\*"/);
  assert.deepEqual(document.components.schemas["FileForm"]?.properties?.["file"]?.items, {
    type: "string",
    format: "binary",
  });
});

test("parameters that have a form have its pattern (clients.schemas)", () => {
  const formed = ["sort", "cursor", "filter", "toolsets", "tools", "exclude", "If-Match", "Idempotency-Key"];
  const missing = operations.flatMap(([, { operationId, parameters = [] }]) =>
    parameters
      .filter(({ name, schema }) => formed.includes(name) && schema.pattern === undefined)
      .map(({ name }) => `${operationId} ${name}`),
  );
  assert.deepEqual(missing, []);
});

test("a callback and an inbound mail have a body, and a form of sign-in is urlencoded (clients.schemas)", () => {
  const typesOf = (id: string) => {
    const [, operation] = operations.find(([, one]) => one.operationId === id) ?? [];
    return Object.keys(operation?.requestBody?.content ?? {});
  };
  const form = "application/x-www-form-urlencoded";
  assert.deepEqual(typesOf("receiveMime"), ["message/rfc822"]);
  assert.deepEqual(typesOf("receiveTwilioMessage"), [form]);
  assert.deepEqual(typesOf("receiveTwilioStatus"), [form]);
  assert.deepEqual(typesOf("receiveStripeEvent"), ["application/json"]);
  assert.deepEqual(typesOf("startSignIn"), [form]);
  assert.deepEqual(typesOf("unsubscribe"), [form, "multipart/form-data"]);
});
