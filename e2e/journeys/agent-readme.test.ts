import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { fleet, newTeam } from "../src/fleet.ts";

const folder = mkdtempSync(path.join(tmpdir(), "agent-readme-"));
after(() => rmSync(folder, { recursive: true }));

interface Servers {
  mcpServers: Record<string, { type: string; url: string; headers: Record<string, string> }>;
}

/** Finds the block of shell lines of a page that contains the text. */
function blockWith(file: string, text: string): string {
  const readme = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const blocks = [...readme.matchAll(/```sh\n([^]*?)```/g)].map((match) => match[1] ?? "");
  const found = blocks.find((block) => block.includes(text));
  assert.ok(found !== undefined, `${file} has no lines with ${text}`);
  return found.replace('eval "$(./jst env)"\n', "");
}

const team = await newTeam("agent-readme");
const paste = (lines: string) =>
  promisify(execFile)("bash", ["-euo", "pipefail", "-c", lines], {
    cwd: folder,
    env: { ...process.env, BASE_URL: fleet().base_url, TOKEN: team.token },
  });

test("the quickstart writes all that an MCP client needs", async () => {
  await paste(blockWith("docs/quickstart.md", "cat > .mcp.json"));
  const { mcpServers } = JSON.parse(readFileSync(path.join(folder, ".mcp.json"), "utf8")) as Servers;
  const [server] = Object.values(mcpServers);
  assert.ok(server !== undefined);
  const { type, url, headers } = server;
  assert.equal(type, "http");
  const client = new Client({ name: "stranger", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "list_tables"));
    const { isError } = await client.callTool({ name: "list_tables", arguments: {} });
    assert.equal(isError, false);
  } finally {
    await client.close();
  }
});

test("the lines of the agent's README answer a tool's result", async () => {
  const { stdout } = await paste(blockWith("services/agent/README.md", "tools/call"));
  const { result } = JSON.parse(stdout) as { result: { isError: boolean; structuredContent: object } };
  assert.deepEqual([result.isError, "tables" in result.structuredContent], [false, true]);
});
