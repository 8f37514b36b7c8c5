import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { jst, mintBreakGlassToken, mintHumanToken, newTeam } from "../src/fleet.ts";
import { agentDoors, callAt, type AgentDoor } from "../src/agent-doors.ts";
import { isRepresentative, ofAuthors, representativeOf } from "../src/classes.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { isOfOAuth, isPage, isRouted, nameOf, registry, type Rpc } from "../src/registry.ts";
import { parametersOf, queryOf, sampleOf } from "../src/samples.ts";
import { consoleHeaders, signedIn } from "../src/sessions.ts";
import { makeWorld, withdrawRun } from "../src/world.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";

/**
 * Rights of each token, as a run against the gateway shows them (trust.matrix): rpc x token x door. With
 * UPDATE_MATRIX=1 it is written to docs/trust-matrix.md. Facts of an rpc alone are tested for each: whether its write
 * can wait as a proposal, and the effect of its tool. The other columns are tested for one rpc of each class: classes.
 */
interface Column {
  title: string;
  token:
    | "none"
    | "service"
    | "human"
    | "break_glass"
    | "session"
    | "service of an admin"
    | "human of a service";
  door: "rest" | AgentDoor;
  setting: readonly string[];
}
const atRest: readonly Column[] = [
  { title: "none", token: "none", door: "rest", setting: [] },
  { title: "service", token: "service", door: "rest", setting: [] },
  { title: "human", token: "human", door: "rest", setting: [] },
  { title: "human, trust.rest=execute", token: "human", door: "rest", setting: ["trust.rest", "execute"] },
  { title: "break_glass", token: "break_glass", door: "rest", setting: [] },
  { title: "session", token: "session", door: "rest", setting: [] },
  { title: "service, minted by an admin", token: "service of an admin", door: "rest", setting: [] },
  { title: "human, minted by a service token", token: "human of a service", door: "rest", setting: [] },
];
const titles: Record<AgentDoor, string> = {
  mcp: "MCP",
  mcp_actions: "MCP actions",
  actions: "actions",
  tools: "tools/call",
};
const ofAgents: readonly Column[] = agentDoors.flatMap((door) => [
  ...(["service", "human", "break_glass"] as const).map((token) => ({
    title: `${titles[door]}: ${token}`,
    token,
    door,
    setting: ["modules.mcp_export", "true"],
  })),
  { title: `${titles[door]}: service, export off`, token: "service", door, setting: [] } as const,
]);
const columns = [...atRest, ...ofAgents];
/** Titles of the columns that every rpc is asked in. */
const ofEach = new Set(["human", "MCP: service", "MCP: human"]);

const routed = registry
  .filter((rpc) => isRouted(rpc) && rpc.door === "rest" && !isPage(rpc) && !isOfOAuth(rpc))
  // Deletions come last, and an object before its parent.
  .sort((a, b) => rank(a) - rank(b));

function rank({ bindings: [binding] }: Rpc): number {
  return binding?.verb === "DELETE" ? 100 - binding.path.split("{").length : 0;
}

/** Every class at every door, on a machine that others may use too. */
const runsMs = 400_000;

/** Outcomes by rpc, in the order of the columns. */
const outcomes = new Map<string, string[]>();
before(
  async () => {
    const runs = await Promise.all(columns.map(runOf));
    for (const rpc of routed)
      outcomes.set(
        nameOf(rpc),
        runs.map((run) => run.get(nameOf(rpc)) ?? run.get(nameOf(representativeOf(rpc))) ?? "nothing"),
      );
  },
  { timeout: runsMs },
);

/** Asks every rpc of the column as it says, in a team of its own. */
async function runOf(column: Column, index: number): Promise<Map<string, string>> {
  const { slug, token } = await newTeam(`matrix-${index}`);
  const ids = await makeWorld(token, slug);
  if (column.setting.length > 0) await jst("config", "set", "--team", slug, ...column.setting);
  const as = await credentialsOf(column, slug, token);
  const run = new Map<string, string>();
  const asked = ofEach.has(column.title) ? routed : routed.filter(isRepresentative);
  for (const rpc of asked) run.set(nameOf(rpc), await outcomeOf(rpc, column, ids, as));
  return run;
}

/** Credentials of a request: a token, or those that a browser sends for its session. */
interface Credentials {
  token?: string;
  headers?: Record<string, string>;
}

async function credentialsOf({ token }: Column, slug: string, service: string): Promise<Credentials> {
  if (token === "none") return {};
  if (token === "service") return { token: service };
  if (token === "session") return { headers: consoleHeaders(await signedIn(slug, "owner")) };
  if (token === "service of an admin") {
    const admin = { headers: consoleHeaders(await signedIn(slug, "admin")) };
    return minted(admin, { type: "service" });
  }
  if (token === "human of a service")
    return minted({ token: service }, { type: "human", member_id: await newOwnerOf(slug) });
  return { token: await (token === "human" ? mintHumanToken(slug) : mintBreakGlassToken(slug)) };
}

async function minted(as: Credentials, body: object): Promise<Credentials> {
  const answer = await send({
    method: "POST",
    path: "/api/v1/tokens",
    ...as,
    body: { name: "minted", ...body },
  });
  return { token: (answer.body as { value: string }).value };
}

/** Id of a new owner of the team. */
async function newOwnerOf(slug: string): Promise<string> {
  const owner = ["--email", `owner@${slug}.test`, "--role", "owner"];
  return (await jst<{ id: string }>("member", "add", "--team", slug, ...owner)).id;
}

async function outcomeOf(rpc: Rpc, column: Column, ids: Ids, as: Credentials): Promise<string> {
  if (column.door !== "rest") return outcomeByTool(rpc, column.door, ids, as.token ?? "");
  const { verb = "", path = "" } = rpc.bindings[0] ?? {};
  const body = rpc.request === null ? {} : { body: sampleOf(rpc, ids) };
  const answer = await send({
    method: verb,
    path: `${pathOf(path, ids)}${queryOf(rpc, ids)}`,
    ...as,
    ...body,
  });
  await withdrawRun(rpc, answer, as);
  return wordOf(answer);
}

async function outcomeByTool(rpc: Rpc, door: AgentDoor, ids: Ids, token: string): Promise<string> {
  if (rpc.tool === null) return "";
  const name = rpc.tool;
  const path = rpc.bindings[0]?.path ?? "";
  const wanted = Object.entries(ids).filter(([id]) => path.includes(`{${id}}`));
  const sample = sampleOf(rpc, ids) as object | undefined;
  const values = { ...Object.fromEntries(wanted), ...parametersOf(rpc, ids), ...sample };
  const asked = await callAt(door, { name, values, token });
  const isUnconfirmed = "code" in asked && asked.code === "confirmation_required";
  const outcome = isUnconfirmed
    ? await callAt(door, { name, values: { ...values, confirm: true }, token })
    : asked;
  if ("code" in outcome) return outcome.code;
  return outcome.queued ? "queued" : "executed";
}

function wordOf(answer: Answer): string {
  if (answer.status >= 400) return codeOf(answer) ?? String(answer.status);
  return (answer.body as { queued?: boolean }).queued === true ? "queued" : "executed";
}

/**
 * Answers to each token that decides on a change set of the team's service token (trust.reading). Owners decide, only
 * the proposer withdraws, and an executed change set is not pending.
 */
const decisions: Record<string, Record<string, string>> = {
  ApproveChangeset: { human: "changeset_not_pending", session: "changeset_not_pending" },
  RejectChangeset: { human: "changeset_not_pending", session: "changeset_not_pending" },
  UndoChangeset: { human: "executed", session: "executed" },
  WithdrawChangeset: { service: "changeset_not_pending" },
  // The answer has the outcome of each decision in its place (trust.decide-many).
  DecideChangesets: {
    service: "executed",
    "service of an admin": "executed",
    human: "executed",
    break_glass: "executed",
    session: "executed",
  },
};

/** The answer of an rpc that is asked itself, where nothing of the world is in the state that it needs. */
const unready: Readonly<Record<string, string>> = { SkipDelivery: "invalid_state_transition" };

/** Answers of public rpcs to an unsigned body, which has no token. */
const unsigned: Readonly<Record<string, string>> = {
  ReceiveMime: "unsupported_media_type",
  ReceiveStripeEvent: "invalid_signature",
  ReceiveTwilioMessage: "unsupported_media_type",
  ReceiveTwilioStatus: "unsupported_media_type",
};

/** Returns the expected result by the rules. */
function expected(rpc: Rpc, { token, door, title }: Column): string {
  if (door !== "rest" && rpc.tool === null) return "";
  if (rpc.access === "public") return rpc.readOnly ? "executed" : (unsigned[rpc.method] ?? "invalid_token");
  if (token === "none") return "missing_token";
  if (rpc.readOnly) return "executed";
  const refusal = unready[rpc.method];
  if (refusal !== undefined && ofEach.has(title)) return refusal;
  const decision = decisions[rpc.method];
  if (decision !== undefined) return decision[token] ?? "insufficient_scope";
  if (title.endsWith("export off") && door !== "actions") return "mcp_export_disabled";
  // A signed-in owner needs nobody else (sessions.api).
  if (["service", "session", "service of an admin"].includes(token)) return "executed";
  if (ofAuthors.has(rpc.method) && title === "human") return "insufficient_scope";
  if (rpc.trust === "service_only") return "insufficient_scope";
  if (rpc.trust === "direct" || title.endsWith("=execute")) return "executed";
  return "queued";
}

test("every cell is what the rules say", { timeout: runsMs }, (context) => {
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

/** Two tables: every rpc over REST, and what agents can call through their doors. */
function tableText(): string {
  const rows = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1));
  const tools = rows.filter(([, cells]) => cells.slice(atRest.length).some((word) => word !== ""));
  return [
    "## REST",
    tableOf(
      atRest,
      rows.map(([name, cells]) => [name, ...cells.slice(0, atRest.length)]),
    ),
    "## The doors of agents",
    tableOf(
      ofAgents,
      tools.map(([name, cells]) => [name, ...cells.slice(atRest.length)]),
    ),
  ].join("\n\n");
}

function tableOf(of: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["rpc", ...of.map(({ title }) => title)]),
    line(["---", ...of.map(() => "---")]),
    ...rows.map(line),
  ].join("\n");
}

function page(table: string): string {
  return `# Who may do what

Written by \`UPDATE_MATRIX=1\` on e2e/journeys/trust-matrix.test.ts from a run against the gateway; the test holds every
cell against the rules (trust.matrix) in each run. A person's write over REST, and each tool over MCP, is
asked of every rpc; the other cells are what one rpc of the same class answered (e2e/src/classes.ts). Tokens have full
scopes and belong to an owner; the operator minted them where the column names nobody else (tokens.minter).

${table}
`;
}
