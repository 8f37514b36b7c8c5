import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Subject } from "./subject.ts";

/** Compares the SQL of a resource with the file beside it. `WRITE_SQL=1` before the test command writes that file. */
export function describeSql<Deps>({ facts, texts, options }: Subject<Deps>): void {
  test("its SQL is what stands beside it", () => {
    const file = path.join(options.folder, `${facts.name}.sql`);
    const without = [
      "json",
      ...(facts.isArchived ? [] : ["archive"]),
      ...(facts.isDeleted ? [] : ["delete"]),
    ];
    const statements = Object.entries(texts)
      .filter(([name]) => !without.includes(name))
      .map(([name, text]) => `-- ${name}\n${text.replaceAll(texts.json, "<item>")};\n`);
    const head = `-- Statements of libs/resource for ${facts.name}: the test writes them under WRITE_SQL=1 and compares them otherwise.`;
    const expected = `${head}\n\n-- <item>\n${texts.json}\n\n${statements.join("\n")}`;
    if (process.env["WRITE_SQL"] === "1") writeFileSync(file, expected);
    assert.equal(existsSync(file) ? readFileSync(file, "utf8") : "", expected);
  });
}
