import assert from "node:assert/strict";
import { fleet } from "../../src/fleet.ts";
import { send } from "../../src/http.ts";
import { ownPage, type SignedIn } from "../../src/sessions.ts";

/** Where the referees are told what became of their requests. */
export const CALLBACK = "http://127.0.0.1:3000/callback";

/** A member's browser: opens the authorization address, allows the preset, and answers where it is sent. */
export async function allow({ cookie }: SignedIn, address: URL, preset = "tables"): Promise<URL> {
  const path = `${address.pathname}${address.search}`;
  assert.equal(address.origin, fleet().base_url);
  const page = await send({ path, headers: { cookie } });
  assert.equal(page.status, 200, String(page.body));
  const hidden = [...String(page.body).matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  const answer = await send({
    method: "POST",
    path: "/oauth/authorize",
    headers: { cookie, ...ownPage(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, preset, decision: "allow" }).toString(),
  });
  assert.equal(answer.status, 303, String(answer.body));
  return new URL(answer.headers.get("location") ?? "");
}

/** What an app keeps between its requests, as the SDKs want it kept. */
export class AppMemory {
  /** Where it last wanted its member to be sent. */
  asked: URL | undefined;
  #client: object | undefined;
  #tokens: { access_token: string; refresh_token?: string } | undefined;
  #verifier = "";
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: "Referee",
    redirect_uris: [CALLBACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };

  state(): string {
    return "kept";
  }
  clientInformation(): object | undefined {
    return this.#client;
  }
  saveClientInformation(client: object): void {
    this.#client = client;
  }
  tokens(): { access_token: string; refresh_token?: string } | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: { access_token: string; refresh_token?: string }): void {
    this.#tokens = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.asked = address;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  /** What the SDK knows to be good no more. */
  invalidateCredentials(what: string): void {
    if (what === "all" || what === "tokens") this.#tokens = undefined;
    if (what === "all" || what === "client") this.#client = undefined;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}
