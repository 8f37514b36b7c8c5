import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { allow, CALLBACK } from "../src/connected-apps.ts";
import { fleet, jst, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { signedIn, type SignedIn } from "../src/sessions.ts";
import { appClients } from "./src/app-clients.ts";
import { AppMemory } from "./src/app.ts";

/** Clients that nobody here wrote, from a 401 to a call of a tool, and what a replay does to each (agents.referees). */
let owner: SignedIn;
let base = "";
const resource = () => `${base}/api/v1/mcp`;
// eslint-disable-next-line @typescript-eslint/no-deprecated -- the fleet of the tests speaks http on loopback.
const insecure = { [oauth.allowInsecureRequests]: true };

before(async () => {
  const { slug } = await newTeam("apps");
  await jst("config", "set", "--team", slug, "modules.agent_connect.enabled", "true");
  // A second use is a replay at once.
  await jst("config", "set", "--team", slug, "modules.agent_connect.refresh_grace_seconds", "0");
  owner = await signedIn(slug, "owner");
  base = fleet().base_url;
});

/** Uses a refresh token up, and once more. */
async function replay(client_id: string, refresh_token: string): Promise<void> {
  const body = new URLSearchParams({ grant_type: "refresh_token", client_id, refresh_token }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const ask = () => send({ method: "POST", path: "/oauth/token", body, headers });
  assert.equal((await ask()).status, 200);
  assert.deepEqual((await ask()).body, {
    error: "invalid_grant",
    error_description: "The refresh token is not valid. Connect the app again.",
  });
}

for (const [title, make] of appClients)
  test(`${title} connects, calls a tool, and is asked again once its refresh token came twice`, async () => {
    const memory = new AppMemory();
    const client = make(new URL(resource()), memory);
    await assert.rejects(client.connect(), /unauthorized/i);
    const answer = await allow(owner, memory.asked ?? assert.fail("Nobody was asked."));
    assert.equal(answer.searchParams.get("state"), "kept");
    await client.finish(answer);
    await client.connect();
    const { structuredContent } = await client.call("list_tables");
    assert.ok(structuredContent.tables.length > 0);
    const { client_id } = memory.clientInformation() as { client_id: string };
    memory.asked = undefined;
    await replay(client_id, memory.tokens()?.refresh_token ?? "");
    await assert.rejects(client.call("list_tables"));
    assert.notEqual(memory.asked, undefined);
    await client.close();
  });

test("oauth4webapi finds its way from the resource, and a replay ends the newest pair", async () => {
  const found = await oauth.resourceDiscoveryRequest(new URL(resource()), insecure);
  const described = await oauth.processResourceDiscoveryResponse(new URL(resource()), found);
  const issuer = new URL(described.authorization_servers?.[0] ?? "");
  const asked = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, asked);
  const registration = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: "oauth4webapi", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
    insecure,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registration);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    resource: resource(),
    scope: "tables:read tables:write",
  }).toString();
  const answer = oauth.validateAuthResponse(server, client, await allow(owner, address), state);
  const none = oauth.None();
  const exchanged = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    none,
    answer,
    CALLBACK,
    verifier,
    { additionalParameters: { resource: resource() }, ...insecure },
  );
  const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
  const refresh = async (token: string) =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, none, token, insecure),
    );
  const second = await refresh(first.refresh_token ?? "");
  const call = () =>
    oauth.protectedResourceRequest(
      second.access_token,
      "POST",
      new URL(resource()),
      new Headers({ "content-type": "application/json" }),
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_tables" } }),
      insecure,
    );
  assert.equal((await call()).status, 200);
  await assert.rejects(refresh(first.refresh_token ?? ""), { error: "invalid_grant" });
  await assert.rejects(refresh(second.refresh_token ?? ""), { error: "invalid_grant" });
  await assert.rejects(call(), (error: { cause?: unknown }) =>
    JSON.stringify(error.cause).includes("resource_metadata"),
  );
});

test("openid-client registers, is granted, refreshes, and learns of a replay", async () => {
  const options: openid.DynamicClientRegistrationRequestOptions = {
    algorithm: "oauth2",
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the fleet of the tests speaks http on loopback.
    execute: [openid.allowInsecureRequests],
  };
  const metadata = {
    client_name: "openid-client",
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: "none",
  };
  const config = await openid.dynamicClientRegistration(new URL(base), metadata, openid.None(), options);
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: "kept",
    resource: `${base}/`,
  });
  const answer = await allow(owner, address, "read_only");
  const first = await openid.authorizationCodeGrant(config, answer, {
    pkceCodeVerifier,
    expectedState: "kept",
  });
  const call = (token: string) =>
    openid.fetchProtectedResource(config, token, new URL(`${base}/api/v1/contacts`), "GET");
  assert.equal((await call(first.access_token)).status, 200);
  const second = await openid.refreshTokenGrant(config, first.refresh_token ?? "");
  await assert.rejects(openid.refreshTokenGrant(config, first.refresh_token ?? ""), {
    error: "invalid_grant",
  });
  await assert.rejects(call(second.access_token));
});

describe("the suite of the protocol for authorization servers", () => {
  test("passes all of its scenarios", { timeout: 120_000 }, async () => {
    const registered = await send({
      method: "POST",
      path: "/oauth/register",
      body: { client_name: "Conformance", redirect_uris: [CALLBACK] },
    });
    const { client_id } = registered.body as { client_id: string };
    const program = new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url)
      .pathname;
    const args = [
      "authorization",
      "--url",
      base,
      "--client-id",
      client_id,
      "--port",
      "3000",
      "--resource",
      resource(),
    ];
    const child = spawn(process.execPath, [program, ...args], { cwd: new URL(".", import.meta.url) });
    let output = "";
    let isAsked = false;
    const read = (chunk: Buffer) => {
      output += String(chunk);
      const address = /(http\S+\/oauth\/authorize\?\S+)/.exec(output)?.[1];
      if (address === undefined || isAsked) return;
      isAsked = true;
      void allow(owner, new URL(address)).then((answer) => fetch(answer));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    const [code] = (await once(child, "exit")) as [number | null];
    assert.equal(code, 0, output);
    assert.equal(isAsked, true, output);
  });
});
