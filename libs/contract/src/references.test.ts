import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, faultsOf, fixture, generateFrom } from "./fixture-protos.ts";

/** One fault, which begins with this text behind its place. */
async function refuses(proto: string, expected: string): Promise<void> {
  const faults = await faultsOf(proto);
  assert.equal(faults.length, 1, faults.join("\n"));
  assert.ok(faults[0]?.replace(/^\S+:\d+: /, "").startsWith(expected), faults[0]);
}

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

test("a member that could name a thing is refused without the resource of the thing or a reason", async () => {
  const isMissing = (name: string) =>
    `shop.v1.${name} could name a thing; say in (platform.v1.json).references`;
  for (const [from, to, name] of [
    [', (platform.v1.json).references.resource = "parts"', "", "Part.id"],
    ['{freeform: true, references: {exempt: "Free."}}', "{freeform: true}", "ThingCreate.anything"],
    ['size = 8 [(buf.validate.field).string = {in: ["s", "l"]}]', "size_id = 8", "ThingCreate.size_id"],
    [
      'size = 8 [(buf.validate.field).string = {in: ["s", "l"]}]',
      "attachments = 8",
      "ThingCreate.attachments",
    ],
  ] as const)
    await refuses(changed(from, to), isMissing(name));
});

test("a reference to a resource has no exemption, and one of the two it has", async () => {
  const neither = "shop.v1.Part.id references neither a resource nor has an exemption";
  const from = '(platform.v1.json).references.resource = "parts"';
  await refuses(changed(from, '(platform.v1.json).references.of_type = "x"'), neither);
  await refuses(changed(from, '(platform.v1.json).references = {resource: "parts", exempt: "No."}'), neither);
});
