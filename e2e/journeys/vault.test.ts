import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { services } from "@jst/fleet";
import { fleet, jst, jstProgram, metricsOf, mintToken, newTeam, stateDir } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { isRouted, nameOf, registry, type Rpc } from "../src/registry.ts";
import { sampleOf, sampleQueryOf } from "../src/samples.ts";
import { makeWorld } from "../src/world.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";

/**
 * A secret of the vault is looked for in everything that comes out (extension.vault): by its value, by its name and by
 * its hint. The name and hint are in the list of the vault alone.
 */
const LOG_MS = 60_000;
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
/** Tokens that were connected. */
const connected: string[] = [];
const told: unknown[] = [];

let command: string[] = [];
const set = (...more: string[]) => jstProgram(...command, file, ...more);
const vault = async () => (await send({ path: "/api/v1/extension/vault", token: team.token })).body;

before(async () => {
  team = await newTeam("vault");
  command = ["extension", "vault", "set", "--team", team.slug, "--name", name, "--value-file"];
  await jst("config", "set", "--team", team.slug, "modules.mcp_export", "true");
  ids = await makeWorld(team.token, team.slug);
  writeFileSync(file, `${value}\n`);
  told.push(await set("--kind", "password", "--hint", hint));
});

/** All that a command tells that fails; throws where it does not. */
async function failureOf(command: Promise<unknown>): Promise<string> {
  const told = await command.then(
    () => undefined,
    (error: unknown) => {
      const { message, stdout, stderr } = error as { message: string; stdout?: string; stderr?: string };
      return `${message} ${stdout ?? ""} ${stderr ?? ""}`;
    },
  );
  assert.ok(told !== undefined, "the command does not fail");
  return told;
}

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

const lists = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
for (const method of lists)
  test(`${method} of /mcp tells nothing of a secret, nor does any resource`, async () => {
    const ask = (method: string, params: object) => {
      const body = { jsonrpc: "2.0", id: 1, method, params };
      return send({ method: "POST", path: "/api/v1/mcp", token: team.token, body });
    };
    const { body } = await ask(method, {});
    const { resources = [] } = (body as { result?: { resources?: { uri: string }[] } }).result ?? {};
    const read = await Promise.all(resources.map(({ uri }) => ask("resources/read", { uri })));
    const texts = JSON.stringify([body, ...read.map((one) => one.body)]);
    assert.deepEqual(wordsIn(texts, [value, name, hint]), []);
  });

test("a token that is connected is shown once, and a repeat of the request shows it no more (extension.connect)", async () => {
  const { body } = await send({ path: "/api/v1/members", token: team.token });
  const [member] = (body as { members: { id: string }[] }).members;
  const connect = { method: "POST", path: "/api/v1/extension/connect", token: team.token };
  const headers = { "idempotency-key": randomUUID() };
  const ask = () => send({ ...connect, headers, body: { member_id: member?.id } });
  const [first, again] = [await ask(), await ask()];
  assert.deepEqual([first.status, again.status], [201, 201], JSON.stringify([first.body, again.body]));
  const shown = first.body as { value: string; refresh_token: string };
  connected.push(shown.value, shown.refresh_token);
  assert.ok(connected.every((one) => one.length > 20));
  assert.deepEqual(wordsIn(JSON.stringify(again.body), connected), []);
  const tokens = await send({ path: "/api/v1/tokens", token: team.token });
  assert.deepEqual(wordsIn(JSON.stringify(tokens.body), connected), []);
});

test("a refused secret is in neither the error that jst tells nor the log", async () => {
  writeFileSync(file, value.repeat(1_000));
  assert.deepEqual(wordsIn(await failureOf(set("--kind", "password")), [value]), []);
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
  const secrets = [value, name, hint, ...connected];
  for (const log of logs) assert.deepEqual(wordsIn(readFileSync(log, "utf8"), secrets), [], log);
});

test("no process shows a secret among its figures", async () => {
  for (const { name: service } of services)
    assert.deepEqual(wordsIn(await metricsOf(service), [value, name, hint, ...connected]), [], service);
});

test("files of secrets that cannot be read, or are not text, are refused without any of their content", async () => {
  writeFileSync(file, Buffer.concat([Buffer.from(value), Buffer.from([0xff])]));
  assert.match(await failureOf(set("--kind", "password")), /is not UTF-8/);
  rmSync(file);
  assert.match(await failureOf(set("--kind", "password")), /--value-file cannot be read/);
});

test("a value comes from stdin too, also when it is a while in coming (extension.operator)", async () => {
  const program = spawn("./jst", [...command, "-", "--kind", "password", "--hint", hint, "--json"], {
    cwd: new URL("../../", import.meta.url),
    env: { ...process.env, JST_STATE: stateDir() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  program.stdin.write(value.slice(0, 10));
  const shown = text(program.stdout);
  const [entry] = ((await vault()) as { entries: { updated_at: string }[] }).entries;
  program.stdin.end(`${value.slice(10)}\n`);
  const set = JSON.parse(await shown) as { name: string; updated_at: string };
  assert.deepEqual([set.name, set.updated_at > (entry?.updated_at ?? "")], [name, true]);
  assert.deepEqual(wordsIn(JSON.stringify([set, await vault()]), [value]), []);
});

test("a rule of a tool that there is not is refused, and is in no list (extension.operator)", async () => {
  const rule = ["--name", "Orders", "--host", "example.org", "--tool", "list_tabels"];
  const told = await failureOf(jstProgram("extension", "rule", "set", "--team", team.slug, ...rule));
  assert.match(told, /There is no tool list_tabels/);
  const { body } = await send({ path: "/api/v1/extension/rules?q=Orders", token: team.token });
  assert.deepEqual((body as { rules: unknown[] }).rules, []);
});

test("a removed secret is answered as it was, without its value, and is there no more", async () => {
  const remove = () => jstProgram("extension", "vault", "remove", "--team", team.slug, "--name", name);
  const shown = JSON.stringify(await remove());
  assert.deepEqual(wordsIn(shown, [value, name, hint]), [name, hint]);
  assert.doesNotMatch(await failureOf(remove()), new RegExp(`${value}|${hint}`));
  const { body } = await send({ path: "/api/v1/extension/vault", token: team.token });
  assert.deepEqual(wordsIn(JSON.stringify(body), [name]), []);
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
