import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { jst, mintBreakGlassToken, mintHumanToken, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { samples } from "../src/samples.ts";
import { makeWorld, pathOf, type Ids } from "../src/world.ts";

/**
 * Who may do what, as a run against the gateway shows it (contract R2, agent-surfaces D3): rpc x token x door. With
 * UPDATE_MATRIX=1 it is written to docs/trust-matrix.md.
 */
const columns = [
  { title: "none", token: "none", door: "rest", setting: [] },
  { title: "service", token: "service", door: "rest", setting: [] },
  { title: "human", token: "human", door: "rest", setting: [] },
  { title: "human, trust.rest=execute", token: "human", door: "rest", setting: ["trust.rest", "execute"] },
  { title: "break_glass", token: "break_glass", door: "rest", setting: [] },
  { title: "MCP: service", token: "service", door: "mcp", setting: ["modules.mcp_export", "true"] },
  { title: "MCP: human", token: "human", door: "mcp", setting: ["modules.mcp_export", "true"] },
  { title: "MCP: break_glass", token: "break_glass", door: "mcp", setting: ["modules.mcp_export", "true"] },
  { title: "MCP: service, export off", token: "service", door: "mcp", setting: [] },
] as const;
type Column = (typeof columns)[number];

const routed = registry
  .filter((rpc) => rpc.access !== "internal" && rpc.door === "rest")
  // What is deleted comes last, and a thing before the thing it is in.
  .sort((a, b) => rank(a) - rank(b));

function rank({ bindings: [binding] }: Rpc): number {
  return binding?.verb === "DELETE" ? 100 - binding.path.split("{").length : 0;
}

/** Outcomes by rpc, in the order of the columns. */
const outcomes = new Map<string, string[]>();
before(async () => {
  const runs = await Promise.all(columns.map(runOf));
  for (const rpc of routed)
    outcomes.set(
      nameOf(rpc),
      runs.map((run) => run.get(nameOf(rpc)) ?? ""),
    );
});

/** Asks every rpc as one column does, in a team of its own. */
async function runOf(column: Column, index: number): Promise<Map<string, string>> {
  const { slug, token } = await newTeam(`matrix-${index}`);
  const ids = await makeWorld(token);
  if (column.setting.length > 0) await jst("config", "set", "--team", slug, ...column.setting);
  const as = await tokenOf(column, slug, token);
  const run = new Map<string, string>();
  for (const rpc of routed) run.set(nameOf(rpc), await outcomeOf(rpc, column, ids, as));
  return run;
}

async function tokenOf(column: Column, slug: string, service: string): Promise<string | undefined> {
  if (column.token === "none") return undefined;
  if (column.token === "service") return service;
  return column.token === "human" ? mintHumanToken(slug) : mintBreakGlassToken(slug);
}

async function outcomeOf(rpc: Rpc, column: Column, ids: Ids, as: string | undefined): Promise<string> {
  if (column.door === "mcp") return rpc.tool === null ? "" : outcomeByTool(rpc, rpc.tool, ids, as ?? "");
  const { verb = "", path = "" } = rpc.bindings[0] ?? {};
  const body = rpc.request === null ? {} : { body: samples[nameOf(rpc)] };
  const answer = await send({
    method: verb,
    path: pathOf(path, ids),
    ...(as === undefined ? {} : { token: as }),
    ...body,
  });
  return wordOf(answer.body as { queued?: boolean }, answer);
}

async function outcomeByTool(rpc: Rpc, name: string, ids: Ids, token: string): Promise<string> {
  const path = rpc.bindings[0]?.path ?? "";
  const wanted = Object.entries(ids).filter(([id]) => path.includes(`{${id}}`));
  const values = { ...Object.fromEntries(wanted), ...(samples[nameOf(rpc)] ?? {}) };
  const call = async (more: object) => {
    const params = { name, arguments: { ...values, ...more } };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const answer = await send({ method: "POST", path: "/api/v1/mcp", token, body });
    return { answer, result: (answer.body as { result?: ToolResult }).result };
  };
  const asked = await call({});
  const isUnconfirmed = asked.result?.structuredContent.error?.code === "confirmation_required";
  const { answer, result } = isUnconfirmed ? await call({ confirm: true }) : asked;
  if (result === undefined) return wordOf({}, answer);
  const { error } = result.structuredContent;
  return wordOf(
    result.structuredContent,
    error === undefined ? answer : { ...answer, status: 400, body: error },
  );
}

interface ToolResult {
  structuredContent: { queued?: boolean; error?: { code: string } };
}

function wordOf(body: { queued?: boolean }, answer: Answer): string {
  if (answer.status >= 400) return codeOf(answer) ?? String(answer.status);
  return body.queued === true ? "queued" : "executed";
}

/**
 * What each token hears of the changeset that the team's service token has made (contract 19): owners decide, only the
 * proposer withdraws, and what is executed already is not pending.
 */
const decisions: Record<string, Record<string, string>> = {
  ApproveChangeset: { human: "changeset_not_pending" },
  RejectChangeset: { human: "changeset_not_pending" },
  UndoChangeset: { human: "executed" },
  WithdrawChangeset: { service: "changeset_not_pending" },
};

/** What the rules say. */
function expected(rpc: Rpc, { token, door, title }: Column): string {
  if (door === "mcp" && rpc.tool === null) return "";
  if (rpc.access === "public") return rpc.readOnly ? "executed" : "invalid_token";
  if (token === "none") return "missing_token";
  if (rpc.readOnly) return "executed";
  const decision = decisions[rpc.method];
  if (decision !== undefined) return decision[token] ?? "insufficient_scope";
  if (title.endsWith("export off")) return "mcp_export_disabled";
  if (token === "service") return "executed";
  if (rpc.trust === "service_only") return "insufficient_scope";
  if (rpc.trust === "direct" || title.endsWith("=execute")) return "executed";
  return "queued";
}

test("every cell is what the rules say", (context) => {
  const surprises: string[] = [];
  for (const rpc of routed) {
    for (const [index, column] of columns.entries()) {
      const seen = outcomes.get(nameOf(rpc))?.[index];
      const right = expected(rpc, column);
      if (seen !== right)
        surprises.push(`${nameOf(rpc)}, ${column.title}: ${seen ?? "nothing"}, not ${right}`);
    }
  }
  const table = tableText();
  for (const line of table.split("\n")) context.diagnostic(line);
  assert.deepEqual(surprises, []);
  const file = new URL("../../docs/trust-matrix.md", import.meta.url);
  if (process.env.UPDATE_MATRIX === "1") writeFileSync(file, page(table));
  assert.equal(
    readFileSync(file, "utf8"),
    page(table),
    "docs/trust-matrix.md is out of date: UPDATE_MATRIX=1",
  );
});

function tableText(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = [...outcomes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, cells]) => line([name, ...cells]));
  const titles = columns.map(({ title }) => title);
  return [line(["rpc", ...titles]), line(["---", ...titles.map(() => "---")]), ...rows].join("\n");
}

function page(table: string): string {
  return `# Who may do what

Written by \`UPDATE_MATRIX=1\` on e2e/journeys/trust-matrix.test.ts from a run against the gateway; the test holds every
cell against the rules (contract R2, agent-surfaces D3) in each run. Tokens have full scopes and belong to an owner.

${table}
`;
}
