import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { readSettings } from "../../dev/src/config.ts";
import { openRunning } from "../../dev/src/fleet.ts";
import { callOperator } from "../../dev/src/operator.ts";
import { authRpc } from "../../dev/src/teams.ts";
import { jst, mintToken, stateDir } from "../src/fleet.ts";
import { codeOf, send } from "../src/http.ts";
import { nameOf, registry } from "../src/registry.ts";

/** An isolated team has no door of functions, neither its own nor that of the browser extension (agents.isolated). */
const slug = `isolated-${randomUUID().slice(0, 13)}`;
let token = "";

before(async () => {
  const fleet = await openRunning(readSettings({ ...process.env, JST_STATE: stateDir() }));
  await callOperator(fleet, authRpc("CreateTeam"), { slug, isolated: true });
  token = await mintToken(slug);
  await jst("config", "set", "--team", slug, "modules.extension.tools.enabled", "true");
});

const doors = registry.filter(({ door }) => door === "tools");

test("the doors of functions are those of agents and of the extension", () => {
  const paths = doors.flatMap(({ bindings }) => bindings.map(({ path }) => path));
  for (const at of ["/tools", "/tools/call", "/extension/tools", "/extension/tools/call"])
    assert.ok(paths.includes(`/api/v1${at}`), at);
});

for (const rpc of doors) {
  test(`${nameOf(rpc)} is closed for an isolated team (extension.tools)`, async () => {
    for (const { verb, path } of rpc.bindings) {
      const body = verb === "POST" ? { body: { name: "list_tables", arguments: {} } } : {};
      const answer = await send({ method: verb, path, token, ...body });
      assert.deepEqual([answer.status, codeOf(answer)], [403, "isolated_tenant"]);
    }
  });
}

test("rules of the extension and questions to context are answered, because they do not belong to other services", async () => {
  const rules = await send({ path: "/api/v1/extension/rules", token });
  const found = await send({ method: "POST", path: "/api/v1/context", token, body: { query: "anything" } });
  assert.deepEqual([rules.status, found.status], [200, 200]);
});
