import assert from "node:assert/strict";
import { test } from "node:test";
import { loopFaults } from "./loops.ts";

/** The loops of a tree with these files, without the mend that each is told with. */
const loopsOf = (files: Readonly<Record<string, string>>): string[] =>
  loopFaults(new Map(Object.entries(files))).map((fault) => fault.slice(0, fault.indexOf(":")));

const up = 'import { a } from "../a.ts";\n';

test("files that import each other are named as the loop they are in, with its mend", () => {
  const files = {
    "a.ts": 'import { b } from "./b/b.ts";\n',
    "b/b.ts": 'import { c } from "./c.tsx";\n',
    "b/c.tsx": up,
    "main.ts": 'import "./a.ts";\n',
  };
  assert.deepEqual(loopsOf(files), ["a.ts > b/b.ts > b/c.tsx > a.ts"]);
  assert.match(loopFaults(new Map(Object.entries(files))).join(), /Move what one of these files needs/);
});

for (const statement of [
  'import type { B } from "./b/b.ts";',
  'import { type B } from "./b/b.ts";',
  'import {\n  one,\n  another,\n} from "./b/b.ts";',
  'export * from "./b/b.ts";',
  'export type { B } from "./b/b.ts";',
  'import "./b/b.ts";',
  'const b = await import("./b/b.ts");',
  'type B = import("./b/b.ts").B;',
]) {
  test(`every way to import counts: ${JSON.stringify(statement)}`, () => {
    assert.deepEqual(loopsOf({ "a.ts": `${statement}\n`, "b/b.ts": up }), ["a.ts > b/b.ts > a.ts"]);
  });
}

test("a package that is imported by its name counts as the file that its package.json names", () => {
  const exports = { ".": "./src/index.ts", "./testing": "./src/testing.ts" };
  const files = {
    "libs/one/package.json": JSON.stringify({ name: "@jst/one", exports }),
    "libs/one/src/index.ts": 'export { one } from "./one.ts";\n',
    "libs/one/src/one.ts": "export const one = 1;\n",
    "libs/one/src/testing.ts": 'import { two } from "@jst/two";\n',
    "libs/two/package.json": JSON.stringify({ name: "@jst/two", exports: { ".": "./two.ts" } }),
    "libs/two/two.ts": 'import { one } from "@jst/one";\n',
  };
  assert.deepEqual(loopsOf(files), []);
  const looped = { ...files, "libs/one/src/one.ts": 'import { two } from "@jst/two";\n' };
  const loop = ["libs/one/src/index.ts", "libs/one/src/one.ts", "libs/two/two.ts", "libs/one/src/index.ts"];
  assert.deepEqual(loopsOf(looped), [loop.join(" > ")]);
});

test("each loop is named once, the shortest through its files, and what leads to it is not", () => {
  const files = {
    "a.ts": 'import "./b.ts";\nimport "./c.ts";\n',
    "b.ts": 'import "./a.ts";\n',
    "c.ts": 'import "./d.ts";\nimport "./e.ts";\n',
    "d.ts": 'import "./c.ts";\nimport "./e.ts";\n',
    "e.ts": "export {};\n",
  };
  assert.deepEqual(loopsOf(files), ["a.ts > b.ts > a.ts", "c.ts > d.ts > c.ts"]);
});

test("imports that point down, comments, texts and files elsewhere make no loop", () => {
  const files = {
    "a.ts":
      'import { b } from "./b.ts";\nimport path from "node:path";\nimport { gone } from "./gen/gone.ts";\n',
    "b.ts":
      '// import { a } from "./a.ts";\nconst text = \'import { a } from "./a.ts";\';\nimport { c } from "./c.ts";\n',
    "c.ts": "export const c = 1;\n",
  };
  assert.deepEqual(loopsOf(files), []);
});
