import assert from "node:assert/strict";
import { createHash, randomInt } from "node:crypto";
import { fleet, jst } from "./fleet.ts";
import { send } from "./http.ts";
import { postForm } from "./page-forms.ts";
import { ownPage, signedIn, type SignedIn } from "./sessions.ts";

/** Address that an app of the tests is redirected to. */
export const CALLBACK = "http://127.0.0.1:3000/callback";

/** A member's browser: opens the authorization address, allows the preset, and answers where it is sent. */
export async function allow({ cookie }: SignedIn, address: URL, preset = "tables"): Promise<URL> {
  const path = `${address.pathname}${address.search}`;
  assert.equal(address.origin, fleet().base_url);
  const page = await send({ path, headers: { cookie } });
  assert.equal(page.status, 200, String(page.body));
  const hidden = [...String(page.body).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  // All tests would be one source to the limiter of forms, which takes thirty a minute.
  const from = ["127", randomInt(1, 255), randomInt(256), randomInt(1, 255)].join(".");
  const form = new URLSearchParams({ ...fields, preset, decision: "allow" }).toString();
  const answer = await postForm("/oauth/authorize", form, { from, headers: { cookie, ...ownPage() } });
  assert.equal(answer.statusCode, 303);
  return new URL(answer.headers.location ?? "");
}

const VERIFIER = "v".repeat(43);

/** Tokens of an app. */
export interface Pair {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** An app that has registered itself. */
export async function registeredApp(name = "Sample"): Promise<string> {
  const body = { client_name: name, redirect_uris: [CALLBACK] };
  const answer = await send({ method: "POST", path: "/oauth/register", body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return (answer.body as { client_id: string }).client_id;
}

/** The member grants the app a preset; answers its first pair. */
export async function connected(
  member: SignedIn,
  clientId: string,
  { preset, resource }: { preset: string; resource?: string },
): Promise<Pair> {
  const address = new URL(`${fleet().base_url}/oauth/authorize`);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    ...(resource === undefined ? {} : { resource }),
  }).toString();
  const code = (await allow(member, address, preset)).searchParams.get("code") ?? "";
  const told = await send(
    tokenRequest({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      code,
      code_verifier: VERIFIER,
    }),
  );
  assert.equal(told.status, 200, JSON.stringify(told.body));
  return told.body as Pair;
}

/** Builds the token request of an app. */
function tokenRequest(form: Record<string, string>): Parameters<typeof send>[0] {
  return {
    method: "POST",
    path: "/oauth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  };
}

/** Builds the request that refreshes its pair. */
export function refreshRequest(clientId: string, value: string): Parameters<typeof send>[0] {
  return tokenRequest({ grant_type: "refresh_token", client_id: clientId, refresh_token: value });
}

/** Connects two apps to the team, as an owner of it, and answers the id of what was granted last. */
export async function makeApps(token: string, slug: string): Promise<string> {
  await jst("config", "set", "--team", slug, "modules.agent_connect.enabled", "true");
  const clientId = await registeredApp();
  const member = await signedIn(slug, "owner", "apps");
  for (const preset of ["tables", "read_only"]) await connected(member, clientId, { preset });
  const listed = await send({ path: "/api/v1/connected-apps", token });
  const [app] = (listed.body as { connected_apps: { id: string }[] }).connected_apps;
  return app?.id ?? assert.fail("The app that was connected is not listed.");
}
