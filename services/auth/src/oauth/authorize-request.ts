import { AppError } from "@jst/errors";
import { valuesOf } from "@jst/pages";
import type { Audience, Preset } from "@jst/caller";
import type { OAuthCode } from "./oauth-error.ts";
import { audienceOf } from "./resource.ts";
import { presetFor } from "./scope.ts";
import { isChallenge } from "./secret-values.ts";

/** Most bytes of a parameter (oauth.authorize). */
const BYTES_MAX = 4_096;

/** Request of an app, once it is valid. */
export interface AuthorizationRequest {
  audience: Audience;
  preset: Preset;
  codeChallenge: string;
}

/** Fault of a request, as the app receives it. */
export interface Fault {
  code: OAuthCode;
  description: string;
}

/** The parameters of an authorization request. */
export class AuthorizeQuery {
  readonly #values: URLSearchParams;

  /** Throws 400 for what cannot be read, and for a parameter that is too long. */
  constructor(target: string) {
    const query = target.includes("?") ? target.slice(target.indexOf("?") + 1) : "";
    valuesOf(query);
    // Not the values of a form, whose line ends are made alike: state comes back as it was sent.
    this.#values = new URLSearchParams(query);
    for (const value of this.#values.values())
      if (Buffer.byteLength(value) > BYTES_MAX)
        throw unreadable("A parameter of the request is too long. Connect from the app again.");
  }

  /** Opaque value that the app wants back unchanged, possibly empty; null if it is absent or sent twice. */
  get state(): string | null {
    const [value = null, ...more] = this.#values.getAll("state");
    return more.length > 0 ? null : value;
  }

  /** Returns the one value of the parameter; undefined without one, and for an empty one. */
  one(name: string): string | undefined {
    const [value, ...more] = this.#values.getAll(name);
    return more.length > 0 || value === "" ? undefined : value;
  }

  /** Returns the one value of a parameter that the request depends on; throws 400 without it. */
  needed(name: "client_id" | "redirect_uri"): string {
    const value = this.one(name);
    if (value === undefined)
      throw unreadable(`The request must have ${name} once. Connect from the app again.`);
    return value;
  }

  /** Returns the validated request, or its first fault (oauth.authorize). */
  asked(issuer: string): AuthorizationRequest | Fault {
    return this.#form() ?? this.#terms(issuer);
  }

  #form(): Fault | undefined {
    for (const name of known)
      if (this.#values.getAll(name).length > 1 && name !== "resource")
        return { code: "invalid_request", description: `${name} is sent twice. Send it once.` };
    if (this.one("response_type") !== "code")
      return { code: "unsupported_response_type", description: 'response_type must be "code".' };
    if ((this.one("response_mode") ?? "query") !== "query")
      return { code: "invalid_request", description: 'response_mode must be "query".' };
    if (this.#values.has("request") || this.#values.has("request_uri"))
      return {
        code: "invalid_request",
        description: "request and request_uri are not supported. Send the parameters in the query.",
      };
    return undefined;
  }

  #terms(issuer: string): AuthorizationRequest | Fault {
    const codeChallenge = this.one("code_challenge") ?? "";
    if (!isChallenge(codeChallenge) || this.one("code_challenge_method") !== "S256")
      return {
        code: "invalid_request",
        description: "PKCE is required. Send code_challenge with code_challenge_method=S256.",
      };
    const resources = this.#values.getAll("resource");
    const audience = resources.length === 0 ? "mcp" : audienceOf(resources[0] ?? "", issuer);
    if (audience === undefined || resources.length > 1)
      return {
        code: "invalid_target",
        description: "resource must be the URL of the API or of one of its MCP servers.",
      };
    const preset = presetFor(this.one("scope"));
    if (preset === undefined)
      return {
        code: "invalid_scope",
        description: "An app cannot get any of these scopes. Ask for scopes that scopes_supported lists.",
      };
    return { audience, preset, codeChallenge };
  }
}

const known = [
  "response_type",
  "response_mode",
  "state",
  "scope",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "request",
  "request_uri",
] as const;

function unreadable(detail: string): AppError {
  return new AppError("bad_request", detail);
}

/** Builds the client's address with our answer; the address's own query stays as it is. */
export function redirectTo(
  redirectUri: string,
  told: Readonly<Record<string, string | null | undefined>>,
): string {
  const said = Object.entries(told).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const joint = !redirectUri.includes("?") ? "?" : /[?&]$/.test(redirectUri) ? "" : "&";
  return `${redirectUri}${joint}${said.join("&")}`;
}
