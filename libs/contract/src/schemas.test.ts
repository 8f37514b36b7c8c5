import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { fixture, generatedText, platformProtos } from "./fixture-protos.ts";
import { SchemaBuilder } from "./json-schema.ts";
import { interfaceOf } from "./typescript.ts";

const NOT_JSON = /^(google|buf)\.|Request$|^platform\.v1\.(Rest|Tool|Json|Reference|Resource|Member)$/;

/** Returns the service's validator of a value. */
async function newThing(): Promise<(value: unknown) => boolean> {
  const schemas = await generatedText(fixture, "services/shop/gen/schemas.ts");
  const dir = await mkdtemp(join(tmpdir(), "jst-schemas-"));
  try {
    const file = join(dir, "schemas.mts");
    await writeFile(file, schemas);
    const { ThingCreate } = (await import(pathToFileURL(file).href)) as { ThingCreate: object };
    return strictAjv().compile(ThingCreate);
  } finally {
    await rm(dir, { recursive: true });
  }
}

function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  addFormats.default(ajv);
  return ajv;
}

test("a schema accepts and refuses what its message says", async () => {
  const accepts = await newThing();
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const good = [
    { name: "a" },
    { name: "a", note: null, due_on: "2026-02-28", size: "l" },
    { name: "a", extra: { x: [1, { y: null }] }, anything: 7, counts: { a: 1 }, parts: [{ id }] },
  ];
  const bad = [
    {},
    { name: "" },
    { name: null },
    { name: "a".repeat(21) },
    { name: "a", unknown: 1 },
    { name: "a", due_on: "2026-02-30" },
    { name: "a", size: "m" },
    { name: "a", size: null },
    { name: "a", extra: [] },
    { name: "a", extra: { a: 1, b: 2, c: 3 } },
    { name: "a", counts: { a: 1.5 } },
    { name: "a", parts: [{ id: "x" }] },
    { name: "a", parts: [{ id, more: 1 }] },
    { name: "a", parts: [{ id }, { id }, { id }] },
  ];
  for (const value of good) assert.ok(accepts(value), JSON.stringify(value));
  for (const value of bad) assert.ok(!accepts(value), JSON.stringify(value));
});

test("a type says what its schema says", async () => {
  const types = await generatedText(fixture, "services/shop/gen/rpc.ts");
  const expected = `export interface ThingCreate {
  name: string;
  note?: string | null;
  extra?: Record<string, unknown>;
  parts?: Part[];
  counts?: Record<string, number>;
  anything?: unknown;
  due_on?: string;
  size?: "s" | "l";
}`;
  assert.ok(types.includes(expected), types);
  assert.ok(
    types.includes(
      "CreateThing: { path: { box_id: string }; query: Record<string, never>; body: ThingCreate };",
    ),
  );
  assert.ok(
    types.includes("ListThings: { path: Record<string, never>; query: ListThingsQuery; body: undefined };"),
  );
  assert.ok(types.includes("CountThings: ThingCreate;"));
});

test("a member that is deprecated in its message is so in its schema, and no other", async () => {
  const { registry, options } = await platformProtos();
  const message = registry.getMessage("scheduling.v1.BookingCreate");
  assert.ok(message);
  const { properties } = new SchemaBuilder(options, "#/$defs/").message(message);
  const members = Object.entries(properties as Record<string, { deprecated?: true }>);
  const deprecated = members.filter(([, member]) => member.deprecated === true).map(([name]) => name);
  assert.deepEqual(deprecated, ["contact_id"]);
});

test("a list of alternatives is put in brackets in a type", async () => {
  const { registry, options } = await platformProtos();
  const scope = registry.getMessage("auth.v1.Scope");
  assert.ok(scope);
  assert.match(interfaceOf(scope, options), /actions: \("read" \| "write" \| "delete" \| "admin"\)\[\];/);
});

test("every schema of the platform compiles under ajv's strict mode", async () => {
  const { registry, options } = await platformProtos();
  const builder = new SchemaBuilder(options, "#/$defs/");
  const ajv = strictAjv();
  let compiled = 0;
  for (const type of registry) {
    if (type.kind !== "message" || NOT_JSON.test(type.typeName)) continue;
    ajv.compile(builder.standalone(type));
    compiled += 1;
  }
  assert.ok(compiled > 20);
});

test("the example of a member or a request passes its own schema", async () => {
  const { registry, options } = await platformProtos();
  const builder = new SchemaBuilder(options, "#/$defs/");
  const ajv = strictAjv();
  let seen = 0;
  for (const type of registry) {
    if (type.kind !== "message" || NOT_JSON.test(type.typeName)) continue;
    const schema = builder.standalone(type);
    for (const field of type.fields) {
      const example = options.json(field).example;
      if (example === undefined) continue;
      const validate = ajv.compile({ $defs: schema["$defs"] ?? {}, ...builder.field(field) });
      assert.ok(
        validate(JSON.parse(example)),
        `${type.typeName}.${field.name}: ${ajv.errorsText(validate.errors)}`,
      );
      seen += 1;
    }
  }
  assert.ok(seen > 5);
});
