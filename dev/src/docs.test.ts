import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "./config.ts";

/** Short for `services/<name>/src/` where a document says so. */
const short = /^(data|auth|crm|agent)\//;

for (const name of ["hostile-input.md", "complaints.md"]) {
  test(`every test that ${name} names is there`, () => {
    const text = readFileSync(path.join(repository, "docs", name), "utf8");
    const files = [...text.matchAll(/`([\w./-]+\.(?:test\.ts|yaml))`/g)].map((match) => match[1] ?? "");
    assert.ok(files.length > 10);
    const missing = files.filter(
      (file) => !existsSync(path.join(repository, file.replace(short, "services/$1/src/"))),
    );
    assert.deepEqual(missing, []);
  });
}
