import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { agentDoors, callAt } from "../src/agent-doors.ts";
import { jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { codeOf, send } from "../src/http.ts";
import { isOfMembers, kebab, nameOf, registry, withAbsentIds } from "../src/registry.ts";

/** Acts of signed-in members alone (tokens.members-alone): no token of any kind does them, by no door. */
const ofMembers = registry.filter(isOfMembers);
const kinds = ["service", "human:owner", "break_glass:owner"];
const tokens = new Map<string, string>();
let teamId = "";
before(async () => {
  const { id, slug, token } = await newTeam("members-alone");
  teamId = id;
  for (const [key, value] of [
    ["modules.review", "true"],
    ["modules.mcp_export", "true"],
    ["trust.rest", "execute"],
  ] as const)
    await jst("config", "set", "--team", slug, key, value);
  tokens.set("service", token);
  for (const kind of kinds.slice(1)) tokens.set(kind, await mintPersonal(slug, kind));
});

test("there is such an rpc, and none is a tool", () => {
  assert.ok(ofMembers.some((rpc) => nameOf(rpc) === "auth.v1.Sessions/EndSession"));
  for (const rpc of ofMembers) assert.equal(rpc.tool, null, nameOf(rpc));
});

for (const rpc of ofMembers) {
  describe(nameOf(rpc), () => {
    for (const kind of kinds) {
      test(`refuses a ${kind} token, whatever comes with it`, async () => {
        const token = tokens.get(kind) ?? "";
        for (const { verb, path } of rpc.bindings)
          for (const headers of [{}, { "x-requested-with": "console", "sec-fetch-site": "same-origin" }]) {
            const body = rpc.request === null ? {} : { body: rpc.example };
            const answer = await send({ method: verb, path: withAbsentIds(path), token, headers, ...body });
            assert.deepEqual([answer.status, codeOf(answer)], [403, "insufficient_scope"]);
          }
      });

      test(`is not there for a ${kind} token by the name of its rpc`, async () => {
        const token = tokens.get(kind) ?? "";
        const body = { ...(rpc.example as object | null), team_id: teamId };
        for (const type of ["application/json", "application/grpc", "application/grpc-web"])
          for (const path of [`/${nameOf(rpc)}`, `/api/${nameOf(rpc)}`, `/api/v1/${nameOf(rpc)}`]) {
            const headers = { "content-type": type, "x-operator-key": token, "x-internal-token": token };
            const { status } = await send({ method: "POST", path, token, headers, body });
            assert.ok([404, 415].includes(status), `${path} ${type}: ${status}`);
          }
      });

      test(`is not a tool for a ${kind} token at any door of agents`, async () => {
        const token = tokens.get(kind) ?? "";
        for (const door of agentDoors)
          for (const name of [kebab(rpc.method).replaceAll("-", "_"), rpc.method, nameOf(rpc)]) {
            const outcome = await callAt(door, { name, values: { team_id: teamId }, token }).catch(String);
            const code = typeof outcome === "string" ? outcome : "code" in outcome ? outcome.code : "";
            assert.ok(
              ["unknown_tool", "not_found", "route_not_found", "-32602"].includes(code),
              `${door} ${name}: ${code}`,
            );
          }
      });
    }
  });
}

test("no token writes a packet by the paths that it reads", async () => {
  for (const token of tokens.values())
    for (const method of ["POST", "PATCH", "PUT", "DELETE"]) {
      const answer = await send({ method, path: "/api/v1/review/packets", token, body: {} });
      assert.equal(answer.status, 405, method);
    }
});
