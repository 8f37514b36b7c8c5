import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, fixture, generateFrom } from "./fixture-protos.ts";

async function referencesIn(proto: string): Promise<unknown> {
  const files = await generateFrom(proto);
  const list = files.find(({ path }) => path === "e2e/gen/rpcs.json")?.content ?? "[]";
  const rpcs = JSON.parse(String(list)) as { method: string; references: unknown }[];
  return rpcs.find(({ method }) => method === "CreateThing")?.references;
}

test("a rpc knows the things that its body names, at whatever depth, and the right on each", async () => {
  assert.deepEqual(await referencesIn(fixture), [
    { path: ["parts", "*", "id"], resource: "parts", action: "read" },
  ]);
  const from = '(platform.v1.json).references.resource = "parts"';
  const to = '(platform.v1.json).references = {resource: "boxes", action: ACTION_WRITE, of_type: "box"}';
  assert.deepEqual(await referencesIn(changed(from, to)), [
    { path: ["parts", "*", "id"], resource: "boxes", action: "write", ofType: "box" },
  ]);
});

test("a thing of the resource that the call itself is about needs no other right", async () => {
  const proto = changed('references.resource = "parts"', 'references.resource = "things"');
  assert.deepEqual(await referencesIn(proto), []);
});
