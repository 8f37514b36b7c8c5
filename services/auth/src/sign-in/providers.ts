import { Connections, get, post, type UrlGuard } from "@jst/jobs/outbound";
import type { Logger } from "@jst/telemetry";
import { LRUCache } from "lru-cache";
import * as openid from "openid-client";
import type { SignInProvider } from "./provider-settings.ts";

const FETCH_MS = 5_000;
const BYTES_MAX = 256 * 1_024;
const KEPT_MS = 600_000;
const KEPT_MAX = 500;

/** Values that the answer of the provider must match; the browser stores them. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Result of an answer that a browser has brought back from the provider. */
export interface ProviderResult {
  /** The address that the provider vouches for. */
  email?: string;
  /** Whether the provider works; undefined where nothing is known of that, as anybody may bring anything. */
  works: boolean | undefined;
}

/** Sign-in with providers of teams: OpenID Connect with code, PKCE, state and nonce, through the guard of addresses. */
export class Providers {
  readonly #guard: UrlGuard;
  readonly #logger: Logger;
  readonly #connections = new Connections();
  readonly #known = new LRUCache<string, openid.Configuration>({ max: KEPT_MAX, ttl: KEPT_MS });

  constructor(guard: UrlGuard, logger: Logger) {
    this.#guard = guard;
    this.#logger = logger;
  }

  /** Returns the address to sign in at, and the checks for its answer; undefined if the provider does not respond. */
  async begin(
    provider: SignInProvider,
    { callback, email }: { callback: string; email: string },
  ): Promise<{ url: string; checks: Checks } | undefined> {
    try {
      const configuration = await this.#configurationOf(provider);
      const [state, nonce] = [openid.randomState(), openid.randomNonce()];
      const verifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: "openid email",
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
        login_hint: email,
      });
      if (url.protocol !== "https:" && !isLoopback(url.href))
        throw new Error("It leads to no page of https.");
      return { url: url.href, checks: { state, nonce, verifier } };
    } catch (error) {
      this.#failed(provider, error);
      return undefined;
    }
  }

  /** Reads the result of a sign-in when the browser returns from the provider. */
  async finish(provider: SignInProvider, returned: URL, checks: Checks): Promise<ProviderResult> {
    let works: boolean | undefined;
    try {
      const configuration = await this.#configurationOf(provider);
      const tokens = await openid.authorizationCodeGrant(configuration, returned, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      });
      works = false;
      const { email, email_verified: isVerified } = await claimsOf(configuration, tokens);
      return isVerified === true && typeof email === "string" ? { email, works: true } : { works: true };
    } catch (error) {
      this.#failed(provider, error);
      return { works: isOfProvider(error) ? false : works };
    }
  }

  close(): void {
    this.#connections.close();
  }

  async #configurationOf(provider: SignInProvider): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = await openid.discovery(new URL(issuer), clientId, undefined, authenticated(clientSecret), {
      [openid.customFetch]: (url, init) => this.#fetch(issuer, url, init),
      timeout: FETCH_MS / 1_000,
      execute: [openid.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowsPlainHttp] : [])],
    });
    this.#known.set(key, found);
    return found;
  }

  async #fetch(issuer: string, url: string, init: openid.CustomFetchOptions): Promise<Response> {
    const target = await this.#guard.pinSecure(url);
    const { signal, headers } = init;
    const asked = {
      ...{ recipient: issuer, url, target, headers, timeoutMs: FETCH_MS, answerBytesMax: BYTES_MAX },
      ...(signal === undefined ? {} : { signal }),
    };
    const body = Buffer.from(init.body instanceof URLSearchParams ? init.body.toString() : "");
    const isPost = init.method === "POST";
    const answer = isPost
      ? await post({ ...asked, body }, this.#guard, this.#connections)
      : await get(asked, this.#guard, this.#connections);
    const { "content-type": type = "" } = answer.headers;
    return new Response(answer.body, { status: answer.status, headers: { "content-type": type } });
  }

  #failed({ teamId, issuer }: SignInProvider, error: unknown): void {
    const { message, code } = error as { message?: string; code?: string };
    this.#logger.warn({ team: teamId, issuer, code, why: message }, "sign-in with the provider failed");
  }
}

// The guard lets http pass to this very machine alone, and only in development.
// eslint-disable-next-line @typescript-eslint/no-deprecated -- without it nobody signs in on such a machine.
const allowsPlainHttp = openid.allowInsecureRequests;

function isLoopback(issuer: string): boolean {
  return issuer.startsWith("http://127.0.0.1:");
}

/** Error codes that blame the provider, whatever code it is asked with: it is down, or does not know our client. */
const OF_PROVIDER: ReadonlySet<string | undefined> = new Set([
  undefined,
  "OAUTH_TIMEOUT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);
const OF_CLIENT: ReadonlySet<string> = new Set(["invalid_client", "unauthorized_client"]);

function isOfProvider(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return OF_CLIENT.has(error.error);
  if (error instanceof openid.WWWAuthenticateChallengeError) return true;
  return error instanceof openid.ClientError && OF_PROVIDER.has(error.code);
}

/** By the header, as clients do where nothing else is said; in the form where a provider takes that alone. */
function authenticated(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  return (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isBasic = methods.includes("client_secret_basic");
    (isBasic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret))(server, ...others);
  };
}

/** Reads the claims of the ID token; asks the provider for them if the ID token says nothing of the email. */
async function claimsOf(
  configuration: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<Readonly<Record<string, unknown>>> {
  const claims = tokens.claims();
  if (claims === undefined) return {};
  const isSaid = claims["email"] !== undefined && claims["email_verified"] !== undefined;
  if (isSaid || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  return openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
}
