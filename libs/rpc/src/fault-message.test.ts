import "@jst/testing";
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { faultMessage, PATTERNS } from "./fault-message.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const modules = globSync("{services,libs}/*/gen/schemas.ts", { cwd: root });
const schemas: unknown[] = await Promise.all(modules.map((file) => import(path.join(root, file))));

/** Patterns of texts that a schema of any service has, at any depth. */
const patterns = new Set(schemas.flatMap(patternsOf));

function patternsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "pattern" in schema && typeof schema.pattern === "string" ? [schema.pattern] : [];
  return [...own, ...Object.values(schema).flatMap(patternsOf)];
}

test("every pattern of the contract is told in words", () => {
  assert.ok(patterns.size > 0);
  const told = (pattern: string) => faultMessage({ keyword: "pattern", params: { pattern } });
  assert.deepEqual(
    [...patterns].filter((pattern) => told(pattern).startsWith("Must be a text that matches")),
    [],
  );
});

test("there are no words for a pattern that the contract does not have", () => {
  assert.deepEqual(
    Object.keys(PATTERNS).filter((pattern) => !patterns.has(pattern)),
    [],
  );
});
