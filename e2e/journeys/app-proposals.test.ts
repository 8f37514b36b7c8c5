import { until } from "@jst/testing";
import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
import { callAt } from "../src/agent-doors.ts";
import { connected, refreshRequest, registeredApp, type Pair } from "../src/connected-apps.ts";
import { fleet, jst, mintPersonal, newTeam } from "../src/fleet.ts";
import { codeOf, send, type Answer } from "../src/http.ts";
import { consoleHeaders, signedIn, type SignedIn } from "../src/sessions.ts";

/** Proposals of a connected app, and who may decide on them (oauth.attribution, trust.second-person). */
let team = "";
let owner: SignedIn;
let clientId = "";
let app: Pair;
before(async () => {
  ({ slug: team } = await newTeam("app-proposals"));
  await jst("config", "set", "--team", team, "modules.agent_connect.enabled", "true");
  await jst("config", "set", "--team", team, "modules.agent_connect.write_mode", "propose");
  owner = await signedIn(team, "owner", "first");
  clientId = await registeredApp("Planner");
});

/** A task that the app has proposed, as the owner's console lists it. */
let proposal: Listed;
beforeEach(async () => {
  app = await connected(owner, clientId, { preset: "projects_knowledge", resource: fleet().base_url });
  const call = { name: "task_create", values: { title: "Call Ada" }, token: app.access_token };
  assert.deepEqual(await callAt("mcp", call), { queued: true });
  const [newest] = ((await asOwner("?status=queued")).body as { changesets: Listed[] }).changesets;
  proposal = newest ?? assert.fail("The proposal is not listed.");
});

interface Listed {
  id: string;
  source: { token_id: string; token_type: string; oauth_app?: object };
  proposed_by: object;
}

/** The owner asks, signed in at the console. */
const asOwner = (path: string, more: { method?: string; body?: object } = {}): Promise<Answer> =>
  send({ path: `/api/v1/changesets${path}`, headers: consoleHeaders(owner), ...more });

const approve = { method: "POST", body: {} };
const stateOf = async (): Promise<unknown> =>
  ((await asOwner(`/${proposal.id}`)).body as { status: string }).status;

test("a proposal names its app, and its own member decides on it at the console", async () => {
  const { source, proposed_by: by } = proposal;
  assert.deepEqual(source.oauth_app, {
    id: source.token_id,
    client_id: clientId,
    client_name: "Planner",
  });
  assert.deepEqual([source.token_type, by], ["oauth_app", { type: "oauth_app", id: source.token_id }]);
  const approved = await asOwner(`/${proposal.id}/approve`, approve);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal(await stateOf(), "executed");
});

test("neither the app nor an API token of its member decides on it; another owner's does", async () => {
  const own = await mintPersonal(team, "human:owner:first");
  for (const token of [own, app.access_token])
    for (const verb of ["approve", "reject"]) {
      const path = `/api/v1/changesets/${proposal.id}/${verb}`;
      const refused = await send({ method: "POST", path, token, body: {} });
      assert.deepEqual([refused.status, codeOf(refused)], [403, "insufficient_scope"]);
    }
  assert.equal(await stateOf(), "queued");
  const token = await mintPersonal(team, "human:owner:second");
  const path = `/api/v1/changesets/${proposal.id}/approve`;
  assert.equal((await send({ method: "POST", path, token, body: {} })).status, 200);
});

test("a refresh, and the end of the access token that proposed, change nothing", async () => {
  const refreshed = await send(refreshRequest(clientId, app.refresh_token));
  assert.equal(refreshed.status, 200);
  const form = new URLSearchParams({ token: app.access_token, client_id: clientId }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await send({ method: "POST", path: "/oauth/revoke", headers, body: form })).status, 200);
  assert.equal((await asOwner(`/${proposal.id}/approve`, approve)).status, 200);
});

test("after Disconnect it cannot be approved, waits on, still names its app, and can be rejected", async () => {
  const path = `/api/v1/connected-apps/${proposal.source.token_id}`;
  const gone = await send({ method: "DELETE", path, headers: consoleHeaders(owner) });
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
  await jst("clients", "remove", clientId);
  const refused = await asOwner(`/${proposal.id}/approve`, approve);
  assert.deepEqual([refused.status, codeOf(refused)], [403, "insufficient_scope"]);
  const shown = (await asOwner(`/${proposal.id}`)).body as Listed & { status: string };
  assert.deepEqual([shown.status, shown.source], ["queued", proposal.source]);
  assert.equal((await asOwner(`/${proposal.id}/reject`, approve)).status, 200);
  clientId = await registeredApp("Planner");
});

test("a member who has become a viewer keeps it from being approved, and lets it on rising", async () => {
  const member = await signedIn(team, "member", "third");
  const become = (role: string) =>
    jst("member", "add", "--team", team, "--email", member.email, "--role", role);
  const other = await connected(member, clientId, { preset: "projects_knowledge" });
  const call = { name: "task_create", values: { title: "Call Bo" }, token: other.access_token };
  assert.deepEqual(await callAt("mcp", call), { queued: true });
  const [newest] = ((await asOwner("?status=queued")).body as { changesets: Listed[] }).changesets;
  const path = `/${newest?.id ?? ""}/approve`;
  await become("viewer");
  assert.equal((await asOwner(path, approve)).status, 403);
  await become("member");
  await until("it is approved", 20_000, async () =>
    (await asOwner(path, approve)).status === 200 ? true : undefined,
  );
});
