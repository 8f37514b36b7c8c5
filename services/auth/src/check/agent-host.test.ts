import assert from "node:assert/strict";
import { test } from "node:test";
import { testAuth } from "../testing/test-auth.ts";
import { requireKnownHost } from "./agent-host.ts";

const auth = await testAuth();

test("the base URL's host, loopback and addresses are known; any other name is not", () => {
  const known = [
    "api.jst.test",
    "API.JST.TEST:8443",
    "localhost:8080",
    "127.0.0.1",
    "10.1.2.3:80",
    "[::1]:80",
  ];
  for (const host of known) {
    assert.doesNotThrow(() => requireKnownHost(host, "https://api.jst.test"), host);
  }
  for (const host of ["evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "", "api.jst.test.evil"]) {
    assert.throws(() => requireKnownHost(host, "https://api.jst.test"), { code: "host_not_allowed" }, host);
  }
});

test("an MCP server is reached under a team's host, and under no unmapped name; REST is reached under both", async () => {
  const team = await auth.newTeam();
  const { value } = await auth.mint({ team, type: "service" });
  assert.equal((await auth.door.operate("AddHost", { team, host: "mine.example.org" })).status, 200);
  const ask = async (surface: string, host: string) => {
    const answer = await auth.askWith(value, { host, route: { access: "authenticated", surface } });
    return answer.isAllowed ? "allowed" : answer.status;
  };
  assert.equal(await ask("mcp", "mine.example.org"), "allowed");
  assert.equal(await ask("mcp", "rebound.example.org"), 403);
  assert.equal(await ask("rest", "rebound.example.org"), "allowed");
});
