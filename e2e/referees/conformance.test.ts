import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test, type TestContext } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { runReferee } from "./src/program.ts";
import { startSecondDoor, type SecondDoor } from "./src/second-door.ts";
import { startTokenProxy, type TokenProxy } from "./src/token-proxy.ts";

/**
 * The protocol's own suite, through the gateway (agents.referees). A line of a baseline that passes now fails the run.
 */
const program = "@modelcontextprotocol/conformance/dist/index.js";
const main = new URL("../../services/agent/src/testing/conformance/main.ts", import.meta.url).pathname;
const timeout = 600_000;

async function passes(context: TestContext, args: readonly string[]): Promise<void> {
  const { code, output } = await runReferee(program, ["server", ...args], timeout);
  for (const line of output.split("\n").filter((one) => /^\s*[✓✗]|^Total/.test(one)))
    context.diagnostic(line);
  assert.equal(code, 0, output);
}

/** Failures that are allowed; the number is that of the first run and may only fall. */
function baseline(name: string, linesMax: number): string[] {
  const file = new URL(`baselines/${name}.yaml`, import.meta.url);
  const lines = readFileSync(file, "utf8").match(/^ {2}- /gm) ?? [];
  assert.ok(lines.length <= linesMax, `${name} has grown to ${lines.length} lines`);
  return ["--expected-failures", file.pathname];
}

let token = "";
before(async () => {
  ({ token } = await newTeam("conformance"));
});

describe("the product's own server", () => {
  let proxy: TokenProxy;
  before(async () => {
    proxy = await startTokenProxy(fleet().base_url, token);
  });
  after(() => proxy.stop());
  const legacy = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];
  const modern = [
    ...["server-stateless", "tools-list", "http-header-validation", "sep-2164-resource-not-found"],
    ...["input-required-result-unsupported-methods", "dns-rebinding-protection"],
  ];
  const runs = [
    ...legacy.map((scenario) => [scenario, "2025-11-25"] as const),
    ...modern.map((scenario) => [scenario, "2026-07-28"] as const),
  ];
  for (const [scenario, version] of runs) {
    for (const path of ["/api/v1/mcp", "/api/v1/mcp/actions"]) {
      test(`${path} passes ${scenario} of ${version}`, { timeout }, async (context) => {
        const known = scenario === "server-stateless" ? baseline("product", 4) : [];
        const url = `${proxy.url}${path}`;
        await passes(context, ["--url", url, "--scenario", scenario, "--spec-version", version, ...known]);
      });
    }
  }
});

describe("the same server with the suite's fixtures", () => {
  let door: SecondDoor;
  let proxy: TokenProxy;
  before(
    async () => {
      door = await startSecondDoor(main);
      proxy = await startTokenProxy(door.baseUrl, token);
    },
    { timeout },
  );
  after(async () => {
    proxy.stop();
    await door.stop();
  });
  for (const [era, linesMax] of [["2025-11-25", 7] as const, ["2026-07-28", 11] as const]) {
    test(`meets the requirements of ${era}`, { timeout }, async (context) => {
      const url = `${proxy.url}/api/v1/mcp`;
      await passes(context, ["--url", url, "--requirements", era, ...baseline(era, linesMax)]);
    });
  }
});
