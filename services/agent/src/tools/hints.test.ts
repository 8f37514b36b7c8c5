import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AppError, catalogue as codes, type ErrorCode, type FieldError } from "@jst/errors";
import { tools } from "../../gen/tools.ts";
import { agentCaller, testAgent } from "../testing/test-agent.ts";
import { Catalogue, type ReadyTool } from "./catalogue.ts";
import { HINT_MAX, unknownTool, withHint } from "./hints.ts";

/** The hints of refusals (agents.way-out). */
const catalogue = new Catalogue(tools);
const everyCode = Object.keys(codes) as ErrorCode[];
const named = (name: string): ReadyTool => catalogue.find(name) ?? assert.fail(name);

interface Asked {
  caller?: ReturnType<typeof agentCaller>;
  isShown?: (tool: ReadyTool) => boolean;
  errors?: FieldError[];
}

/** The hint of a tool that its service refuses with the code. */
async function hintOf(tool: ReadyTool, code: ErrorCode, asked: Asked = {}): Promise<string> {
  const { caller = agentCaller(), errors, isShown } = asked;
  const problem = JSON.stringify({ code, detail: "No.", errors });
  const asker = { caller, ...(isShown === undefined ? {} : { isShown }) };
  const outcome = await withHint(tool, asker, () => Promise.resolve({ problem, code, status: 422 }));
  assert.ok("problem" in outcome);
  const { hint, ...rest } = JSON.parse(outcome.problem) as { hint: string };
  assert.deepEqual(rest, JSON.parse(problem));
  return hint;
}

describe("each refusal of a tool has a hint of 300 characters at most", () => {
  for (const tool of catalogue.tools) {
    test(`${tool.name}, whatever the code, from its service or made here`, async () => {
      for (const code of everyCode) {
        const hint = await hintOf(tool, code);
        assert.match(hint, /^[A-Z].{10,}\.$/s, code);
        assert.ok(hint.length <= HINT_MAX, `${code}: ${hint}`);
        const thrown = () => Promise.reject(new AppError(code, "No.", { extension: { limit: 1 } }));
        await assert.rejects(withHint(tool, { caller: agentCaller() }, thrown), (error: AppError) => {
          assert.deepEqual([error.code, error.message, error.extension], [code, "No.", { limit: 1, hint }]);
          return true;
        });
      }
    });
  }
});

test("a hint names the tool that shows what the refusal is about", async () => {
  const hint = async (tool: string, code: ErrorCode) =>
    /Call (\w+) to see/.exec(await hintOf(named(tool), code))?.[1];
  assert.equal(await hint("query_rows", "not_found"), "list_tables");
  assert.equal(await hint("insert_row", "unknown_column"), "list_tables");
  assert.equal(await hint("form_submit", "not_found"), "list_forms");
  assert.equal(await hint("base_append", "not_found"), "list_bases");
  assert.equal(await hint("contact_archive", "not_found"), "contact_search");
  assert.equal(await hint("task_update", "version_conflict"), "task_get");
  assert.equal(await hint("task_get", "not_found"), "task_list");
  assert.equal(await hint("get_changeset", "not_found"), "list_changesets");
  assert.equal(await hint("task_complete", "changeset_not_pending"), "get_changeset");
  assert.equal(await hint("booking_create", "slot_unavailable"), "availability_search");
  assert.equal(await hint("comms_send", "recipient_opted_out"), undefined);
  const errors = [{ field: "lines.0.contact_id", code: "not_found", message: "No." }];
  const referring = await hintOf(named("create_invoice"), "not_found", { errors });
  assert.match(referring, /Call contact_search to see the contacts/);
});

test("a hint names no tool that the token, the team or the filter of the request leaves out", async () => {
  const table = named("query_rows");
  const names = async (asked: Asked) => (await hintOf(table, "not_found", asked)).includes("list_tables");
  assert.equal(await names({}), true);
  const scopes = [{ resource: "contacts", actions: ["read" as const] }];
  assert.equal(await names({ caller: agentCaller({ scopes }) }), false);
  const { module } = named("list_tables");
  if (module !== "") assert.equal(await names({ caller: agentCaller({}, { modules: {} }) }), false);
  assert.equal(await names({ isShown: (tool) => tool === table }), false);
});

test("an unknown tool names the nearest one that the token may call", () => {
  const hint = (name: string, caller = agentCaller()) =>
    String(unknownTool(name, "No.", { tools: catalogue.tools, caller }).extension["hint"]);
  assert.match(hint("listTables"), /^Did you mean list_tables\? /);
  assert.match(hint("query_row"), /^Did you mean query_rows\? /);
  assert.doesNotMatch(hint("__proto__"), /Did you mean/);
  const scopes = [{ resource: "contacts", actions: ["read" as const] }];
  assert.doesNotMatch(hint("list_tables", agentCaller({ scopes })), /Did you mean list_tables/);
});

test("every door shows the hint of a refusal beside its code, and repeats no value that was sent", async () => {
  const agent = await testAgent();
  const secret = "positive for HIV";
  const values = { table_id: { secret }, tabel: secret, limit: secret };
  const mcp = (await agent.call("query_rows", values)).body.result.structuredContent.error;
  const action = (await agent.post("/actions/query_rows", { arguments: values })).body;
  const call = { name: "query_rows", arguments: values };
  const { error: called } = (await agent.post("/tools/call", call)).body;
  for (const problem of [mcp, action, called]) {
    assert.deepEqual(problem.errors.map(({ field, message }: FieldError) => [field, message]).sort(), [
      ["limit", "Send a whole number of at least 1 such as 50, or leave limit out."],
      ["tabel", problem.errors.find(({ field }: FieldError) => field === "tabel").message],
      ["table_id", 'Send a text in quotes such as "01890a5d-ac96-774b-bcce-b302099a8057".'],
    ]);
    assert.match(problem.hint, /call query_rows again/);
    assert.ok(!JSON.stringify(problem).includes(secret));
  }
  const scopes = [{ resource: "contacts", actions: ["read" as const] }];
  const forbidden = await agent.call("query_rows", { table_id: "t" }, { caller: agentCaller({ scopes }) });
  assert.equal(forbidden.status, 403);
  assert.match(forbidden.body.error.data.hint, /which right is missing/);
});
