import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { fleet, newTeam } from "../src/fleet.ts";
import { runReferee } from "./src/program.ts";

/** The inspector's strict reading of schemas: one that a client cannot take breaks a whole conversation. */
const program = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const timeout = 120_000;
const UNPORTABLE = 6;
const AUTH_REQUIRED = 3;
const TOOL_ERROR = 5;

let token = "";
before(async () => {
  ({ token } = await newTeam("inspector"));
});

function inspect(
  path: string,
  era: string,
  args: readonly string[],
  headers = [`Authorization: Bearer ${token}`],
) {
  const target = ["--cli", `${fleet().base_url}${path}`, "--transport", "http", "--protocol-era", era];
  const sent = headers.flatMap((header) => ["--header", header]);
  return runReferee(program, [...target, ...sent, ...args, "--format", "json"], timeout);
}

for (const path of ["/api/v1/mcp", "/api/v1/mcp/actions"]) {
  for (const era of ["legacy", "modern"]) {
    describe(`the inspector on ${path}, ${era}`, () => {
      test("finds nothing to complain of in the list of tools", { timeout }, async () => {
        const { code, output } = await inspect(path, era, ["--method", "tools/list", "--strict"]);
        assert.notEqual(code, UNPORTABLE, output);
        assert.equal(code, 0, output);
        assert.match(output, /list_tables/);
      });

      test("tells a refused tool and a missing token apart", { timeout }, async () => {
        const call = [
          "--method",
          "tools/call",
          "--tool-name",
          "query_rows",
          "--tool-arg",
          "table_id=nothing",
        ];
        assert.equal((await inspect(path, era, call)).code, TOOL_ERROR);
        const list = ["--method", "tools/list", "--stored-auth-only"];
        assert.equal((await inspect(path, era, list, [])).code, AUTH_REQUIRED);
      });
    });
  }
}
