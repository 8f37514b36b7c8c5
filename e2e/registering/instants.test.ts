import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { AppError } from "@jst/errors";
import { farInstants, oddInstants, notInstants } from "@jst/query/testing";
import { type JsonSchema, Validator } from "@jst/rpc";

/**
 * Every member and every parameter of the contract that is an instant takes the same texts and refuses the same texts
 * (conventions.times).
 */
const root = path.resolve(import.meta.dirname, "../..");

interface Taken {
  at: string;
  kind: "query" | "body";
  schema: JsonSchema;
}

/** Every schema that a request is held against. */
const schemas: Taken[] = [];
for (const file of globSync("{services,libs}/*/gen/registry.ts", { cwd: root })) {
  const { rpcs } = (await import(path.join(root, file))) as {
    rpcs: readonly {
      service: string;
      method: string;
      query: JsonSchema | null;
      request: JsonSchema | null;
    }[];
  };
  for (const { service, method, query, request } of rpcs) {
    if (query !== null) schemas.push({ at: `${service}/${method}`, kind: "query", schema: query });
    if (request !== null) schemas.push({ at: `${service}/${method}`, kind: "body", schema: request });
  }
}
const agent = (await import("../../services/agent/gen/schemas.ts")) as unknown as Record<string, JsonSchema>;
for (const [name, schema] of Object.entries(agent))
  if (name.endsWith("Query")) schemas.push({ at: `agent ${name}`, kind: "query", schema });
const { tools } = (await import("../../services/agent/gen/tools.ts")) as {
  tools: readonly { name: string; inputSchema: JsonSchema }[];
};
for (const { name, inputSchema } of tools)
  schemas.push({ at: `tool ${name}`, kind: "body", schema: inputSchema });

/** One place of a schema that takes a text of this format, and the validator of that place alone. */
interface Place {
  at: string;
  kind: "query" | "body";
  name: string;
  validator: Validator;
}

function placesOf(format: string): Place[] {
  return schemas.flatMap(({ at, kind, schema }) =>
    membersOf(schema)
      .filter(([, member]) => [member, ...alternatives(member)].some((one) => one["format"] === format))
      .map(([name, member]) => {
        const alone = { type: "object", properties: { [name]: member }, $defs: schema["$defs"] ?? {} };
        return { at: `${at} ${kind} ${name}`, kind, name, validator: new Validator(alone) };
      }),
  );
}

/** Members of the schema and of all that is in it, by name. */
function membersOf(node: unknown): [name: string, member: JsonSchema][] {
  if (typeof node !== "object" || node === null) return [];
  const { properties } = node as { properties?: Record<string, JsonSchema> };
  const own = Object.entries(properties ?? {}).filter(([, member]) => typeof member === "object");
  return [...own, ...Object.values(node).flatMap(membersOf)];
}

function alternatives(member: JsonSchema): JsonSchema[] {
  return (member["anyOf"] ?? []) as JsonSchema[];
}

function codeOf(place: Place, text: string): string | undefined {
  try {
    const value = { [place.name]: text };
    if (place.kind === "query") place.validator.requireQuery(value);
    else place.validator.requireBody(value);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    assert.deepEqual([...new Set(error.errors?.map(({ field }) => field))], [place.name], place.at);
    return error.code;
  }
}

const refusal = { query: "invalid_parameter", body: "validation_failed" };

describe("every instant of the contract takes the same texts", () => {
  const places = placesOf("date-time");
  test("there are as many as there were", () => {
    const count = (kind: Place["kind"]) => places.filter((place) => place.kind === kind).length;
    assert.ok(count("query") >= 44, String(count("query")));
    assert.ok(count("body") >= 28, String(count("body")));
  });
  for (const place of places)
    test(place.at, () => {
      for (const text of [...Object.keys(oddInstants), ...Object.keys(farInstants)])
        assert.equal(codeOf(place, text), undefined, text);
      for (const text of notInstants) assert.equal(codeOf(place, text), refusal[place.kind], text);
    });
});

describe("every date of the contract is a day of the calendar", () => {
  for (const place of placesOf("date"))
    test(place.at, () => {
      for (const text of ["0001-01-01", "2028-02-29", "9999-12-31"])
        assert.equal(codeOf(place, text), undefined, text);
      for (const text of [
        "",
        "0000-01-01",
        "2027-02-29",
        "2027-00-01",
        "2027-1-1",
        "20270101",
        "10000-01-01",
      ])
        assert.equal(codeOf(place, text), refusal[place.kind], text);
    });
});

/** Members with the name of a time that take something else too; their handlers ask the same parser. */
const others =
  /^(?:scheduling\.v1\.Bookings\/ListBookings query (?:from|to)|webhooks\.v1\.\w+\/ListEvents query since|tool list_bookings body (?:from|to)|tool list_events body since)$/;

test("a member with the name of an instant is one", () => {
  const named = /(?:^|_)(?:at|since|until)$|^(?:created|failed|updated)_(?:from|to|before|after)$/;
  const untyped = schemas.flatMap(({ at, kind, schema }) =>
    membersOf(schema)
      .filter(([name, member]) => named.test(name) && member["type"] === "string")
      .filter(([, member]) => member["format"] === undefined && member["enum"] === undefined)
      .map(([name]) => `${at} ${kind} ${name}`),
  );
  assert.deepEqual(
    untyped.filter((at) => !others.test(at)),
    [],
  );
});
