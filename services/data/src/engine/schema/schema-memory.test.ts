import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { heldBytes } from "@jst/testing";
import { pagePlan } from "../lists/page-plans.ts";
import { plainOrder } from "../lists/relation-order.ts";
import { findRow } from "../rows/queries.ts";
import { SCHEMA_BYTES_MAX, SchemaCache } from "./schema-cache.ts";
import { schemaOf, type TableSchema } from "./schema.ts";

/** A table with as many columns of as many choices; a choice has some 70 characters. */
function schemaWith(columns: number, choices: number, name = "things"): TableSchema {
  const options = Array.from({ length: choices }, (_, i) => ({
    value: `choice_${i}`,
    label: `Choice ${i} of them`,
  }));
  return schemaOf({
    id: randomUUID(),
    name,
    schema_version: 1,
    is_system: false,
    columns: Array.from({ length: columns }, (_, i) => ({
      id: randomUUID(),
      name: `column_${i}`,
      type: "select",
      required: false,
      unique: false,
      default: null,
      options: { options: structuredClone(options) },
    })),
    cleared_by: [],
    set_aside: [],
    has_merges: false,
    relation: null,
  });
}

const team = randomUUID();

test("a table is remembered once, whether it is asked for by id or by name, and forgotten by either", () => {
  const schemas = new SchemaCache();
  const schema = schemaWith(1, 1);
  schemas.set(team, schema);
  const { bytes } = schemas;
  schemas.set(team, schema);
  assert.equal(schemas.bytes, bytes);
  for (const key of ["things", schema.id]) {
    assert.equal(schemas.get(team, key), schema);
    assert.equal(schemas.get(randomUUID(), key), undefined);
    schemas.drop(team, key);
    assert.deepEqual([schemas.get(team, schema.id), schemas.get(team, "things")], [undefined, undefined]);
    schemas.set(team, schema);
  }
});

test("a table that has taken the name of another is the one that the name stands for", () => {
  const schemas = new SchemaCache();
  const [first, second] = [schemaWith(1, 1), schemaWith(2, 1)];
  schemas.set(team, first);
  schemas.set(team, second);
  assert.equal(schemas.get(team, "things"), second);
  assert.equal(schemas.get(team, first.id), first);
});

test("a table is reckoned with what is kept for reading its rows", () => {
  const schemas = new SchemaCache();
  findRow(team, schemaWith(1, 1), randomUUID(), {});
  const before = heldBytes();
  for (let i = 0; i < 2_000; i += 1) {
    const schema = schemaWith(1, 1, `small_${i}`);
    schemas.set(team, schema);
    findRow(team, schema, randomUUID(), {});
  }
  const grown = heldBytes() - before;
  assert.ok(grown <= schemas.bytes, `${grown} bytes, ${schemas.bytes} by its own account`);
});

test("what is remembered of tables and their lists is bounded in bytes, the least used going first", () => {
  const schemas = new SchemaCache();
  const small = schemaWith(3, 3, "small");
  schemas.set(team, small);
  const before = heldBytes();
  for (let i = 0; i < 60; i += 1) {
    const schema = schemaWith(40, 500, `large_${i}`);
    schemas.set(team, schema);
    pagePlan({
      teamId: team,
      timezone: "UTC",
      locale: "und",
      schema,
      query: {},
      view: undefined,
      order: plainOrder(schema),
    });
    assert.equal(schemas.get(team, "small"), small);
  }
  const grown = heldBytes() - before;
  assert.ok(schemas.bytes <= SCHEMA_BYTES_MAX, `${schemas.bytes} by its own account`);
  assert.ok(grown < SCHEMA_BYTES_MAX, `${grown} bytes`);
  assert.equal(schemas.get(team, "large_0"), undefined);
  assert.equal(schemas.get(team, "large_59")?.name, "large_59");
});
