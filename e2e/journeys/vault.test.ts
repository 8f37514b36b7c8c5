import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fleet, jst, jstProgram, mintToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { isRouted, nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf, sampleQueryOf } from "../src/samples.ts";
import { makeWorld, pathOf, type Ids } from "../src/world.ts";

/**
 * A secret of the vault is looked for in everything that comes out (extension.vault): by its value, by its name and by
 * its hint. The name and hint are in the list of the vault alone.
 */
const LOG_MS = 10_000;
const [value, name, hint] = ["value", "name", "hint"].map((what) => `${what}-${randomUUID()}`) as [
  string,
  string,
  string,
];
const folder = mkdtempSync(path.join(tmpdir(), "vault-"));
const file = path.join(folder, "value");
after(() => rmSync(folder, { recursive: true }));

let team: { id: string; slug: string; token: string };
let ids: Ids = {};
const told: unknown[] = [];

const set = (...more: string[]) =>
  jstProgram("extension", "vault", "set", "--team", team.slug, "--name", name, "--value-file", file, ...more);

before(async () => {
  team = await newTeam("vault");
  await jst("config", "set", "--team", team.slug, "modules.mcp_export", "true");
  ids = await makeWorld(team.token, team.slug);
  writeFileSync(file, `${value}\n`);
  told.push(await set("--kind", "password", "--hint", hint));
});

/** Where a text holds one of the words. */
function wordsIn(text: string, words: readonly string[]): string[] {
  return words.filter((word) => text.includes(word));
}

const reads = registry.filter((rpc) => isRouted(rpc) && rpc.readOnly && rpc.access !== "public");

async function answerOf(rpc: Rpc): Promise<string> {
  const [binding] = rpc.bindings;
  if (binding === undefined) return "";
  const answer = await send({
    method: binding.verb,
    path: `${pathOf(binding.path, ids)}${sampleQueryOf(rpc)}`,
    token: team.token,
    ...(rpc.request === null ? {} : { body: sampleOf(rpc, ids) }),
  });
  return JSON.stringify([answer.body, [...answer.headers]]);
}

test("what jst answers of a secret has no value", () => {
  assert.deepEqual(wordsIn(JSON.stringify(told), [value]), []);
  assert.deepEqual(wordsIn(JSON.stringify(told), [name, hint]), [name, hint]);
});

for (const rpc of reads) {
  test(`${nameOf(rpc)} answers nothing of a secret`, async () => {
    const shown = nameOf(rpc) === "auth.v1.Extension/ListVaultEntries" ? [name, hint] : [];
    assert.deepEqual(wordsIn(await answerOf(rpc), [value, name, hint]), shown);
  });
}

test("a search for a value, or by it, finds nothing, and no refusal repeats it", async () => {
  const asked: [method: string, path: string, body?: unknown][] = [
    ["GET", `/api/v1/extension/vault?q=${value}`],
    ["GET", `/api/v1/extension/vault?sort=${encodeURIComponent("value:asc")}`],
    ["POST", "/api/v1/context", { query: value }],
    ["POST", "/api/v1/context", { query: name }],
    ["POST", "/api/v1/extension/tools/call", { name: "context_search", arguments: { query: name } }],
  ];
  for (const [method, at, body] of asked) {
    const answer = await send({
      method,
      path: at,
      token: team.token,
      ...(body === undefined ? {} : { body }),
    });
    assert.deepEqual(wordsIn(JSON.stringify(answer.body), [value, name, hint]), [], at);
  }
});

test("a refused secret is in neither the error that jst tells nor the log", async () => {
  writeFileSync(file, value.repeat(1_000));
  const failed = await set("--kind", "password").then(
    () => "",
    (error: unknown) => {
      const { message, stdout, stderr } = error as { message: string; stdout?: string; stderr?: string };
      return `${message} ${stdout ?? ""} ${stderr ?? ""}`;
    },
  );
  assert.notEqual(failed, "");
  assert.deepEqual(wordsIn(failed, [value]), []);
});

test("the audit log tells that a secret was set, and neither name, hint nor value; nor does any process's log", async () => {
  const entries = await until("the entry is in the log", LOG_MS, async () => {
    const { body } = await send({ path: "/api/v1/audit?resource=vault&action=set", token: team.token });
    const { audit } = body as { audit: unknown[] };
    return audit.length > 2 ? audit : undefined;
  });
  assert.deepEqual(wordsIn(JSON.stringify(entries), [value, name, hint]), []);
  const logs = Object.values(fleet().components).map(({ log }) => log);
  assert.ok(logs.length > 8);
  for (const log of logs) assert.deepEqual(wordsIn(readFileSync(log, "utf8"), [value, hint]), [], log);
});

test("another team, and a token without vault:read, see nothing of it", async () => {
  const other = await newTeam("outside");
  const narrow = await mintToken(team.slug, [{ resource: "extension", actions: ["read"] }]);
  const foreign = await send({ path: "/api/v1/extension/vault", token: other.token });
  assert.deepEqual((foreign.body as { entries: unknown[] }).entries, []);
  const refused = await send({ path: "/api/v1/extension/vault", token: narrow });
  assert.equal(refused.status, 403);
  assert.deepEqual(wordsIn(JSON.stringify(refused.body), [value, name, hint]), []);
});
