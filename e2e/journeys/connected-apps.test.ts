import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { agentDoors, callAt, requestAt, type AgentDoor } from "../src/agent-doors.ts";
import { connected, refreshRequest, registeredApp, type Pair } from "../src/connected-apps.ts";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { codeOf, send } from "../src/http.ts";
import { signedIn, type SignedIn } from "../src/sessions.ts";

/** Calls of a connected app through the gateway, at every door of agents (oauth.step-up, oauth.connected-apps). */
let service = "";
let member: SignedIn;
let clientId = "";
before(async () => {
  const { slug, token } = await newTeam("app-doors");
  service = token;
  for (const module of ["agent_connect.enabled", "mcp_export"])
    await jst("config", "set", "--team", slug, `modules.${module}`, "true");
  member = await signedIn(slug, "owner", "apps");
  clientId = await registeredApp("Doors");
});

const granted = (): Promise<Pair> =>
  connected(member, clientId, { preset: "read_only", resource: fleet().base_url });

/** Path of the metadata behind a door. */
const described: Record<AgentDoor, string> = {
  mcp: "/api/v1/mcp",
  mcp_actions: "/api/v1/mcp/actions",
  actions: "",
  tools: "",
};

describe("an app that may only read is told what to ask for", () => {
  let app: Pair;
  before(async () => {
    app = await granted();
  });
  for (const door of agentDoors) {
    test(`by ${door}, where a preset could give it that`, async () => {
      const request = requestAt(door, { name: "insert_row", values: { table_id: "t", data: {} } });
      const answer = await send({ ...request, token: app.access_token });
      assert.deepEqual([answer.status, codeOf(answer)], [403, "insufficient_scope"]);
      const words = [...app.scope.split(" "), "tables:write"].sort().join(" ");
      const metadata = `${fleet().base_url}/.well-known/oauth-protected-resource${described[door]}`;
      assert.equal(
        answer.headers.get("www-authenticate"),
        `Bearer error="insufficient_scope", scope="${words}", resource_metadata="${metadata}"`,
      );
    });
    test(`and by ${door} of nothing that no preset holds`, async () => {
      const request = requestAt(door, { name: "comms_send", values: {} });
      const answer = await send({ ...request, token: app.access_token });
      assert.deepEqual([answer.status, codeOf(answer)], [403, "insufficient_scope"]);
      assert.equal(answer.headers.get("www-authenticate"), null);
    });
  }
});

test("each call of a tool is counted once, and so is each request, as that of its app alone", async () => {
  const [app] = [await granted(), await granted()];
  const token = app.access_token;
  for (const door of agentDoors)
    assert.deepEqual(await callAt(door, { name: "list_tables", values: {}, token }), { queued: false });
  assert.equal((await send({ path: "/api/v1/data/tables", token })).status, 200);
  const counts = await until("the calls are counted", 30_000, async () => {
    const { body } = await send({ path: `/api/v1/connected-apps?client_id=${clientId}`, token: service });
    const [last, own] = (body as { connected_apps: { call_count: number }[] }).connected_apps;
    return own !== undefined && own.call_count >= 5 ? [last?.call_count, own.call_count] : undefined;
  });
  assert.deepEqual(counts, [0, 5]);
});

test("jst lists a client with what was granted to it, and removes it with all of that", async () => {
  const { access_token: token, refresh_token: refreshToken } = await granted();
  const { clients } = await jst<{ clients: { client_id: string; client_name: string; grants: number }[] }>(
    "clients",
    "list",
  );
  const listed = clients.find(({ client_id }) => client_id === clientId);
  assert.equal(listed?.client_name, "Doors");
  const removed = await jst<{ grants_ended: number }>("clients", "remove", clientId);
  assert.equal(removed.grants_ended, listed.grants);
  await until("its tokens are over", 20_000, async () =>
    (await send({ path: "/api/v1/data/tables", token })).status === 401 ? true : undefined,
  );
  const again = await send(refreshRequest(clientId, refreshToken));
  assert.deepEqual([again.status, (again.body as { error: string }).error], [401, "invalid_client"]);
});
