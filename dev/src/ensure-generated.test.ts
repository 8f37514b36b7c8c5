import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { repository } from "./config.ts";

/** A checkout with packages and without generated code; its programs look for some before they answer. */
const root = mkdtempSync(path.join(tmpdir(), "jst-generated-"));
after(() => rmSync(root, { recursive: true }));
const copied = [
  "dev/bootstrap.sh",
  "dev/src/ensure-generated.ts",
  "libs/contract",
  "libs/events/src/notice-kinds.ts",
  "libs/query/src/patterns.ts",
];
for (const file of [...copied, "protos", "buf.yaml"])
  cpSync(path.join(repository, file), path.join(root, file), { recursive: true });
symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
writeFileSync(path.join(root, "package.json"), '{"type":"module"}');
// Older than what is installed.
writeFileSync(path.join(root, "package-lock.json"), "{}");
utimesSync(path.join(root, "package-lock.json"), 0, 0);
const registry = path.join(root, "services/crm/gen/registry.ts");
const proto = path.join(root, "protos/shop/v1/shop.proto");
for (const program of ["program.ts", "dev/src/jst/main.ts"]) {
  mkdirSync(path.dirname(path.join(root, program)), { recursive: true });
  const source = `import { existsSync } from "node:fs";\nconsole.log(existsSync(${JSON.stringify(registry)}));\n`;
  writeFileSync(path.join(root, program), source);
}

interface Ended {
  code: number;
  answer: string;
  said: string;
}

function run(...words: string[]): Promise<Ended> {
  const args = [path.join(root, "dev/bootstrap.sh"), ...words];
  return new Promise((resolve) => {
    execFile("sh", args, (error, answer, said) => resolve({ code: error === null ? 0 : 1, answer, said }));
  });
}

test("of two commands on a clean clone one generates, and both find the code", async () => {
  const ended = await Promise.all([run("program.ts"), run("program.ts")]);
  assert.deepEqual(
    ended.map(({ code, answer }) => ({ code, answer })),
    Array(2).fill({ code: 0, answer: "true\n" }),
  );
  assert.equal(ended.filter(({ said }) => said.includes("gen:")).length, 1);
});

test("where nothing changed nothing is said, and code that was removed is made again", async () => {
  await run("program.ts");
  assert.deepEqual(await run("program.ts"), { code: 0, answer: "true\n", said: "" });
  rmSync(registry);
  const { answer, said } = await run("program.ts");
  assert.equal(answer, "true\n");
  assert.match(said, /^gen: 1 of \d+ files changed\n$/);
});

test("what is committed for readers is left to `make gen`", async () => {
  await run("program.ts");
  assert.ok(!existsSync(path.join(root, "docs/tools.md")));
});

test("a faulty proto stops a command with its fault, but for those that stop or look", async (t) => {
  await run("program.ts");
  mkdirSync(path.dirname(proto), { recursive: true });
  writeFileSync(proto, "message");
  t.after(() => rmSync(proto));
  for (const words of [["program.ts"], ["dev/src/jst/main.ts", "up"]]) {
    const { code, answer, said } = await run(...words);
    assert.deepEqual({ code, answer }, { code: 1, answer: "" });
    assert.match(said, /protos\/shop\/v1\/shop\.proto:1: .*\nNo code was generated from protos\//);
  }
  for (const words of [["dev/src/jst/main.ts", "down"], ["dev/src/jst/main.ts"]])
    assert.deepEqual((await run(...words)).answer, "true\n");
});
