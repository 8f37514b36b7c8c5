import { CALLBACK } from "../../src/connected-apps.ts";

/** Memory of an app between its requests, as the SDKs want it. */
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
  /** Drops credentials that the SDK knows to be invalid. */
  invalidateCredentials(what: string): void {
    if (what === "all" || what === "tokens") this.#tokens = undefined;
    if (what === "all" || what === "client") this.#client = undefined;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}
