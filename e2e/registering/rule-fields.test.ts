import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { touchableFields, type Resource } from "@jst/changes";
import { ColumnCreate } from "../../services/data/gen/schemas.ts";
import type { TouchedFields } from "../../services/auth/src/approval-rules/fields.ts";
import { declaredResources, rowLike } from "../src/declared-resources.ts";

/** The file by which auth knows fields; UPDATE_RULE_FIELDS=1 writes it. */
const file = new URL("../../services/auth/src/approval-rules/fields.json", import.meta.url);

/** Pattern of the names of columns (tables.names). */
const { name: columnName } = ColumnCreate["properties"] as { name: { pattern: string } };

const isWithCells = ({ images }: Resource) => images?.keyed?.includes("data") === true;

/** Adds what one service declares; two services may have a resource of the same name. */
async function addFields(found: Map<string, TouchedFields>, service: string, name: string, of: Resource) {
  const members = touchableFields(of, await rowLike(service, of));
  const all = new Set([...(found.get(name)?.members ?? []), ...members]);
  found.set(name, { members: [...all].toSorted(), ...(isWithCells(of) && { cells: columnName.pattern }) });
}

test("auth knows the fields that a write of each resource can touch, and no other", async () => {
  const found = new Map<string, TouchedFields>();
  for (const [service, resources] of await declaredResources())
    for (const [name, resource] of Object.entries(resources)) await addFields(found, service, name, resource);
  const fields = Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  if (process.env.UPDATE_RULE_FIELDS === "1") writeFileSync(file, `${JSON.stringify(fields, null, 2)}\n`);
  assert.deepEqual(
    JSON.parse(readFileSync(file, "utf8")),
    fields,
    "fields.json is out of date: UPDATE_RULE_FIELDS=1",
  );
});

test("cells are in the member data alone, by which rules name them", async () => {
  for (const [service, resources] of await declaredResources())
    for (const [name, { images }] of Object.entries(resources))
      assert.ok(
        (images?.keyed ?? []).every((column) => column === "data"),
        `${service}: ${name}`,
      );
});
