import { SystemDatabase } from "@jst/db";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { testOAuth } from "../testing/test-oauth.ts";
import { sweep } from "./clients.ts";

const auth = await testAuth({ hasPages: true });
const { askWith, database, sql, teamIdOf } = auth;
const { ask, codeOf, connect, decide, exchange, form, newClient, openTeam, refresh, setConfig, signedIn } =
  testOAuth(auth);

/** Reads the team's entries about apps from the outbox, in order: action, and client of the grant. */
async function recorded(team: string): Promise<unknown[]> {
  const rows = await sql(
    `select o.payload::jsonb ->> 'action' as action, g.client_id
      from auth.outbox o left join auth.grants g on g.id::text = o.payload::jsonb ->> 'resource_id'
      where o.team_id = $1 and o.payload::jsonb ->> 'action' like 'oauth.%' order by o.id`,
    [await teamIdOf(team)],
  );
  return rows.map(({ action, client_id }) => [action, client_id]);
}

test("each step of an app is on record with its grant", async () => {
  const team = await openTeam();
  await setConfig(team, "modules.agent_connect.refresh_grace_seconds", 0);
  const { visitor: owner } = await signedIn(team);
  await decide(owner, await ask(), { decision: "deny" });
  const first = await connect(owner);
  const { body } = await refresh(first);
  await refresh(first);
  const second = await connect(owner);
  await form("/oauth/revoke", { token: second.refresh });
  const asked = await ask();
  const code = await codeOf(owner, asked);
  assert.equal((await exchange(asked, code)).status, 200);
  assert.equal((await exchange(asked, code)).body.error, "invalid_grant");
  assert.ok(body.access_token);
  assert.deepEqual(await recorded(team), [
    ["oauth.deny", null],
    ["oauth.consent", first.clientId],
    ["oauth.token", first.clientId],
    ["oauth.refresh", first.clientId],
    ["oauth.refresh_replay", first.clientId],
    ["oauth.consent", second.clientId],
    ["oauth.token", second.clientId],
    ["oauth.revoke", second.clientId],
    ["oauth.consent", asked.clientId],
    ["oauth.token", asked.clientId],
    ["oauth.code_replay", asked.clientId],
  ]);
});

test("a refresh token that was forgiven and comes again after the grace is on record as stale", async () => {
  const team = await openTeam();
  const pair = await connect((await signedIn(team)).visitor);
  for (let use = 0; use < 2; use += 1) assert.equal((await refresh(pair)).status, 200);
  await sql("update auth.refresh_tokens set used_at = used_at - interval '31 s' where forgiven > 0");
  assert.equal((await refresh(pair)).body.error, "invalid_grant");
  const actions = ((await recorded(team)) as string[][]).map(([action]) => action);
  assert.deepEqual(actions.slice(-3), ["oauth.refresh", "oauth.refresh", "oauth.refresh_stale"]);
});

test("an app that names no resource gets a token for the first MCP server, and for no REST route", async () => {
  const team = await openTeam();
  const { visitor: owner } = await signedIn(team);
  const asked = await ask();
  const query = Object.fromEntries(Object.entries(asked.query).filter(([name]) => name !== "resource"));
  const reply = await exchange(asked, await codeOf(owner, { ...asked, query }));
  const { access_token: access } = reply.body as { access_token: string };
  const isAllowed = async (surface: string) =>
    (await askWith(access, { route: { ...listTables, surface } })).isAllowed;
  assert.deepEqual([await isAllowed("mcp"), await isAllowed("rest")], [true, false]);
});

test("what is over goes every hour, and what lives stays", async () => {
  const operator = new SystemDatabase({
    connectionString: database.urlOf("auth_lookup"),
    poolSize: 1,
    applicationName: "auth_test",
  });
  after(() => operator.close());
  const { visitor: owner } = await signedIn(await openTeam());
  const [unused, fresh] = [await newClient(), await newClient()];
  const [dead, living] = [await connect(owner), await connect(owner)];
  await decide(owner, await ask(), { decision: "deny" });
  const old = "now() - interval '31 days'";
  const grant = "(select id from auth.grants where client_id = $1)";
  await sql(`update auth.oauth_clients set created_at = ${old} where client_id = $1`, [unused]);
  await sql(`update auth.oauth_requests set expires_at = ${old} where client ->> 'client_id' = $1`, [
    dead.clientId,
  ]);
  await sql(`update auth.oauth_codes set expires_at = ${old} where grant_id = ${grant}`, [dead.clientId]);
  await sql(`update auth.tokens set expires_at = ${old} where family_id = ${grant}`, [dead.clientId]);
  await sql(`update auth.refresh_tokens set expires_at = ${old} where family_id = ${grant}`, [dead.clientId]);
  await sweep(operator);
  const left = async (client: string) => {
    const [row] = await sql(
      `select (select count(*) from auth.oauth_clients where client_id = $1)::int as clients,
        (select count(*) from auth.oauth_requests where client ->> 'client_id' = $1)::int as requests,
        (select count(*) from auth.oauth_codes where grant_id in ${grant})::int as codes,
        (select count(*) from auth.tokens where family_id in ${grant})::int as tokens,
        (select count(*) from auth.refresh_tokens where family_id in ${grant})::int as refreshes`,
      [client],
    );
    return Object.values(row ?? {});
  };
  assert.deepEqual(await left(unused), [0, 0, 0, 0, 0]);
  assert.deepEqual(await left(fresh), [1, 0, 0, 0, 0]);
  assert.deepEqual(await left(dead.clientId), [1, 0, 0, 0, 0]);
  assert.deepEqual(await left(living.clientId), [1, 1, 1, 1, 1]);
});
