import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf, isDangerous } from "./setting-groups.ts";

const keys = [
  "modules.tables.enabled",
  "modules.mcp_export.enabled",
  "trust.rest",
  "trust.console",
  "team.timezone",
  "team.locale",
  "team.country",
  "console.first_steps",
  "brand.name",
];

test("the team, modules, trust and what agents may do stand by themselves, in the order of the API", () => {
  const groups = groupsOf(keys.map((key) => ({ key })));
  assert.deepEqual(
    groups.map(({ group, settings }) => [group, settings.map(({ key }) => key)]),
    [
      ["team", ["team.timezone", "team.locale", "team.country", "console.first_steps", "brand.name"]],
      ["modules", ["modules.tables.enabled"]],
      ["trust", ["trust.rest", "trust.console"]],
      ["agents", ["modules.mcp_export.enabled"]],
    ],
  );
});

test("what gives more to agents, reaches health data or takes something away is asked with a warning", () => {
  for (const [key, next] of [
    ["trust.rest", "execute"],
    ["trust.console", "execute"],
    ["modules.emr.enabled", true],
    ["modules.tables.enabled", false],
  ] as const)
    assert.equal(isDangerous(key, next), true, key);
  for (const [key, next] of [
    ["trust.rest", "queue"],
    ["modules.emr.enabled", false],
    ["modules.tables.enabled", true],
  ] as const)
    assert.equal(isDangerous(key, next), false, key);
});
