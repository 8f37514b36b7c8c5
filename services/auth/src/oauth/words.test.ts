import { cappedWords, isGrantable, presets } from "@jst/caller";
import assert from "node:assert/strict";
import { test } from "node:test";
import { audienceOf, includes } from "./resource.ts";
import { presetFor } from "./scope.ts";

test("the words of scope choose, of the presets that cover those that are known, the one that writes least", () => {
  const cases = {
    "": "read_only",
    "offline_access openid": "read_only",
    "contacts:read tables:read": "read_only",
    "tables:read": "read_only",
    "scheduling:read offline_access": "read_only",
    "tables:read tables:write": "tables",
    "tables:write": "tables",
    "scheduling:write junk:read offline_access": "calendar",
    "bases:write files:read": "projects_knowledge",
    "tables:write scheduling:write": "read_only",
  };
  for (const [scope, preset] of Object.entries(cases)) assert.equal(presetFor(scope), preset, scope);
  assert.equal(presetFor(undefined), "read_only");
  for (const scope of [
    "emr:read",
    "comms:write",
    "junk",
    "*",
    "tokens:read audit:read",
    "TABLES:READ",
    "tables:admin",
  ])
    assert.equal(presetFor(scope), undefined, scope);
});

test("no preset holds messages, money, health data, secrets or administration, and a viewer's writes nothing", () => {
  const barred = /^(?:comms|commerce|emr|wellness|vault|tokens|webhooks|audit|extension|\*):|:admin$/;
  for (const scopes of Object.values(presets)) {
    assert.deepEqual(
      cappedWords(scopes, "owner").filter((word) => barred.test(word)),
      [],
    );
    assert.deepEqual(
      cappedWords(scopes, "viewer").filter((word) => !word.endsWith(":read")),
      [],
    );
  }
  assert.equal(isGrantable({ scopes: [], role: "member" }, "tables", "delete"), true);
  assert.equal(isGrantable({ scopes: [], role: "viewer" }, "tables", "delete"), false);
  assert.equal(isGrantable({ scopes: [], role: "owner" }, "commerce", "read"), false);
});

test("a resource is one of three addresses, without query, fragment and one slash, its host in any case", () => {
  const issuer = "https://team.example.org";
  const cases = {
    [issuer]: "base",
    [`${issuer}/`]: "base",
    "HTTPS://Team.Example.ORG:443/api/v1/mcp?x=1#y": "mcp",
    [`${issuer}/api/v1/mcp/`]: "mcp",
    [`${issuer}/api/v1/mcp/actions`]: "actions",
  };
  for (const [resource, audience] of Object.entries(cases))
    assert.equal(audienceOf(resource, issuer), audience);
  for (const resource of [
    "",
    "/api/v1/mcp",
    `${issuer}//`,
    `${issuer}/api/v1`,
    `${issuer}/API/v1/mcp`,
    `${issuer}/api/v1/mcp/../mcp`,
    `${issuer}/api/v1/mcp%2f`,
    "https://user@team.example.org/api/v1/mcp",
    "http://team.example.org/api/v1/mcp",
    "https://team.example.org:8443/api/v1/mcp",
    "https://evil.example/api/v1/mcp",
    "https://team.example.org\\@evil.example/api/v1/mcp",
  ])
    assert.equal(audienceOf(resource, issuer), undefined, resource);
  assert.deepEqual(
    [
      includes("base", "actions"),
      includes("mcp", "mcp"),
      includes("actions", "mcp"),
      includes("mcp", "base"),
    ],
    [true, true, false, false],
  );
});
