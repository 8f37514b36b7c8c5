import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { agentDoors, callAt, requestAt } from "../src/agent-doors.ts";
import { jst, mintPersonal, mintToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";

/** From a decision to its entry in the log: outbox, relay, broker, writer. */
const ARRIVAL_MS = 60_000;

interface Count {
  day: string;
  door: string;
  requests: number;
  writes: number;
  denied: number;
}

interface Entry {
  action: string;
  outcome: string;
  resource_id: string;
  changeset_id?: string;
  request_id: string;
  call?: { tool: string; door: string; arguments: unknown };
  actor: { type: string; id: string };
}

let service = "";
let agent = "";
let owner = "";
before(async () => {
  const team = await newTeam("audit");
  service = team.token;
  await jst("config", "set", "--team", team.slug, "modules.mcp_export", "true");
  agent = await mintPersonal(team.slug, "human:admin");
  owner = await mintPersonal(team.slug, "human:owner");
});

/** Calls of tools whose request this was. */
async function callsOf(requestId: string | null): Promise<Entry[]> {
  const answer = await send({ path: "/api/v1/audit?action=tool.call&limit=200", token: service });
  const { audit } = answer.body as { audit: Entry[] };
  return audit.filter((entry) => entry.request_id === requestId);
}

/** Entries about a changeset, oldest first. */
async function entriesOf(id: string): Promise<Entry[]> {
  const answer = await send({ method: "GET", path: "/api/v1/audit?resource=changesets", token: service });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { audit } = answer.body as { audit: Entry[] };
  return audit.filter((entry) => entry.resource_id === id).reverse();
}

const proposals = [
  { of: "a contact", path: "/api/v1/contacts", body: { first_name: "Ada" } },
  { of: "a table", path: "/api/v1/data/tables", body: { name: "audited", display_name: "Audited" } },
  {
    of: "an endpoint",
    path: "/api/v1/webhooks",
    body: { url: "https://example.com/hook", events: ["contact.created"] },
  },
];

for (const { of, path, body } of proposals) {
  test(`GET /audit shows who proposed ${of} and who approved it`, async () => {
    const proposed = await send({ method: "POST", path, token: agent, body });
    assert.equal(proposed.status, 202, JSON.stringify(proposed.body));
    const { changeset_id: id } = proposed.body as { changeset_id: string };
    const approval = `/api/v1/changesets/${id}/approve`;
    const approved = await send({ method: "POST", path: approval, token: owner });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const entries = await until("both entries are in the log", ARRIVAL_MS, async () => {
      const found = await entriesOf(id);
      return found.length >= 2 ? found : undefined;
    });
    assert.deepEqual(
      entries.map(({ action, outcome, changeset_id }) => [action, outcome, changeset_id]),
      [
        ["changeset.propose", "success", id],
        ["changeset.approve", "success", id],
      ],
    );
    const { proposed_by, decided_by } = approved.body as { proposed_by: unknown; decided_by: unknown };
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      [proposed_by, decided_by],
    );
  });
}

const calls = [
  { of: "a read", tool: "list_tables", values: { limit: 2 }, shown: { limit: 2 }, as: "success" },
  {
    of: "a write",
    tool: "contact_upsert",
    values: { external_id: "audited-1", first_name: "Ada" },
    shown: { external_id: "text of 9", first_name: "text of 3" },
    as: "success",
  },
  { of: "a refusal", tool: "list_tables", values: { limit: -1 }, shown: { limit: -1 }, as: "failed" },
];

for (const { of, tool, values, shown, as } of calls) {
  test(`GET /audit shows ${of} of an agent once, whichever door it took`, async () => {
    const doors = {
      mcp: [
        "/api/v1/mcp",
        { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: values } },
      ],
      actions: [`/api/v1/actions/${tool}`, { arguments: values }],
      tools: ["/api/v1/tools/call", { name: tool, arguments: values }],
    } as const;
    for (const [door, [path, body]] of Object.entries(doors)) {
      const answer = await send({ method: "POST", path, token: service, body });
      const found = await until("the call is in the log", ARRIVAL_MS, async () => {
        const entries = await callsOf(answer.headers.get("x-request-id"));
        return entries.length > 0 ? entries : undefined;
      });
      assert.deepEqual(
        found.map(({ outcome, call }) => [outcome, call?.tool, call?.door, call?.arguments]),
        [[as, tool, door, shown]],
      );
    }
  });
}

test("GET /audit/summary counts what came in by each door, what it changed and what was refused", async () => {
  const team = await newTeam("audit-summary");
  await jst("config", "set", "--team", team.slug, "modules.mcp_export", "true");
  const { token } = team;
  const at = (await send({ path: "/api/v1/audit/summary", token })).body as { to: string };
  for (const door of agentDoors)
    await callAt(door, { name: "contact_upsert", values: { external_id: door, first_name: "Ada" }, token });
  await callAt("mcp", { name: "list_tables", values: {}, token });
  const body = { first_name: "Bo" };
  await send({ method: "POST", path: "/api/v1/contacts", body, token });
  const narrow = await mintToken(team.slug, [{ resource: "tables", actions: ["read"] }]);
  assert.equal((await send({ path: "/api/v1/contacts", token: narrow })).status, 403);
  const refused = await send({
    ...requestAt("tools", { name: "contact_search", values: {} }),
    token: narrow,
  });
  assert.equal(refused.status, 403);
  const expected = { actions: [1, 1, 0], mcp: [2, 1, 0], mcp_actions: [1, 1, 0], tools: [2, 1, 1] };
  await until("all is counted", ARRIVAL_MS, async () => {
    const answer = await send({ path: "/api/v1/audit/summary?days=2", token });
    const { counts } = answer.body as { counts: Count[] };
    const seen = Object.fromEntries(counts.map((one) => [one.door, [one.requests, one.writes, one.denied]]));
    const { rest, ...doors } = seen;
    assert.ok(counts.every(({ day }) => day >= at.to));
    // Asking for the summary is a request too.
    const isWhole = (rest?.[0] ?? 0) >= 4 && rest?.[1] === 1 && rest[2] === 1;
    return isWhole && isDeepStrictEqual(doors, expected) ? true : undefined;
  });
});
