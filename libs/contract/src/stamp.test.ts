import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { digestOfInputs, isCurrent, writeStamp } from "./stamp.ts";

const made = "services/shop/gen/rpc.ts";
const handler = "services/shop/src/things/void-thing.ts";

/** A tree with inputs and one generated file, without a stamp. */
function tree(t: TestContext): { root: string; write: (path: string, text: string) => void } {
  const root = mkdtempSync(join(tmpdir(), "jst-stamp-"));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of [
    "protos/shop/v1/things.proto",
    "libs/contract/src/generate.ts",
    "libs/query/src/patterns.ts",
    "libs/events/src/notice-kinds.ts",
    "services/shop/src/things/lifecycle.ts",
    handler,
    made,
  ])
    write(path, "a");
  for (const path of ["libs/contract/package.json", "buf.yaml"]) write(path, "{}");
  return { root, write };
}

test("generated code is current while inputs and files are as they were, whatever tests say", (t) => {
  const { root, write } = tree(t);
  assert.ok(!isCurrent(root));
  writeStamp(root, digestOfInputs(root), [made]);
  write("libs/contract/src/generate.test.ts", "more");
  assert.ok(isCurrent(root));
});

for (const [what, change] of [
  ["a changed proto", (root: string) => writeFileSync(join(root, "protos/shop/v1/things.proto"), "b")],
  ["another proto", (root: string) => writeFileSync(join(root, "protos/shop/v1/more.proto"), "")],
  ["a removed proto", (root: string) => rmSync(join(root, "protos/shop/v1/things.proto"))],
  [
    "a proto under another name",
    (root: string) => {
      cpSync(join(root, "protos/shop"), join(root, "protos/store"), { recursive: true });
      rmSync(join(root, "protos/shop"), { recursive: true });
    },
  ],
  ["a changed generator", (root: string) => writeFileSync(join(root, "libs/contract/src/generate.ts"), "b")],
  [
    "another kind of notice",
    (root: string) => writeFileSync(join(root, "libs/events/src/notice-kinds.ts"), "b"),
  ],
  ["another version of buf", (root: string) => writeFileSync(join(root, "libs/contract/package.json"), "b")],
  ["a generated file that was edited", (root: string) => writeFileSync(join(root, made), "edited")],
  ["a generated file that is gone", (root: string) => rmSync(join(root, made))],
  ["a handler that moves to the lifecycle of its folder", (root: string) => rmSync(join(root, handler))],
  ["a damaged stamp", (root: string) => writeFileSync(join(root, ".cache/generated.json"), "{")],
] as const)
  test(`generated code is stale after ${what}`, (t) => {
    const { root } = tree(t);
    writeStamp(root, digestOfInputs(root), [made]);
    change(root);
    assert.ok(!isCurrent(root));
  });

test("inputs that change while code is made of them leave it stale", (t) => {
  const { root, write } = tree(t);
  const inputs = digestOfInputs(root);
  write("protos/shop/v1/things.proto", "b");
  writeStamp(root, inputs, [made]);
  assert.ok(!isCurrent(root));
});
