import assert from "node:assert/strict";
import { test } from "node:test";
import { threadFaults } from "./threads.ts";

const library = {
  "libs/jobs/package.json": JSON.stringify({ name: "@jst/jobs", exports: { "./thread": "./src/thread.ts" } }),
  "libs/jobs/src/thread.ts": "export const serve = 1;\n",
};
const worker = 'import { serve } from "@jst/jobs/thread";\nimport { make } from "./make.ts";\nserve(make);\n';
const heavy = 'import Heavy from "heavy/deep";\nexport const make = () => new Heavy();\n';
const files = {
  ...library,
  "services/one/src/make.ts": heavy,
  "services/one/src/make-worker.ts": worker,
  "services/one/src/main.ts": 'import type { make } from "./make.ts";\n',
};

/** Ways that are found, without the mend that each is reported with. */
const waysOf = (more: Readonly<Record<string, string>>, allowed: Readonly<Record<string, string>> = {}) =>
  threadFaults(new Map(Object.entries({ ...files, ...more })), allowed).map((fault) =>
    fault.slice(0, fault.indexOf(":", fault.indexOf("node:") + 5)),
  );

test("a package behind the module of a thread alone is allowed, and so is an import of types", () => {
  assert.deepEqual(waysOf({}), []);
});

for (const [name, statement] of Object.entries({
  "an import": 'import { make } from "./make.ts";',
  "an import for its effect": 'import "./make.ts";',
  "an export": 'export { make } from "./make.ts";',
  "an import at run time": 'const { make } = await import("./make.ts");',
  "an import whose names are types": 'import { type make } from "./make.ts";',
}))
  test(`a package that the main thread reaches by ${name} is named with the way to it`, () => {
    const main = { "services/one/src/main.ts": `${statement}\n` };
    const way = "services/one/src/main.ts > services/one/src/make.ts > heavy";
    assert.deepEqual(waysOf(main), [way]);
    assert.deepEqual(waysOf(main, { heavy: "Light." }), []);
  });

test("a handler that only generated code imports runs on the main thread; a test runs on none", () => {
  const handler = 'import { make } from "./make.ts";\n';
  assert.deepEqual(waysOf({ "services/one/src/get-one.ts": handler }), [
    "services/one/src/get-one.ts > services/one/src/make.ts > heavy",
  ]);
  assert.deepEqual(waysOf({ "services/one/src/make.test.ts": handler }), []);
});

test("functions of Node that end with Sync are packages of their own", () => {
  const main =
    'import { gzip, gzipSync } from "node:zlib";\nimport { createHash, scryptSync as s } from "node:crypto";\n';
  assert.deepEqual(waysOf({ "services/one/src/main.ts": main }), [
    "services/one/src/main.ts > node:zlib gzipSync",
    "services/one/src/main.ts > node:crypto scryptSync",
  ]);
});

test("a package that is allowed but no longer imported is named", () => {
  assert.match(
    threadFaults(new Map(Object.entries(files)), { gone: "Light." }).join(),
    /^gone: nothing imports it/,
  );
});
