// What the tests use of the second SDK, which is installed for these tests alone: the type check does without it.
declare module "@modelcontextprotocol/client" {
  export class StreamableHTTPClientTransport {
    constructor(url: URL, options: { requestInit: RequestInit } | { authProvider: object });
    finishAuth(answer: URLSearchParams): Promise<void>;
    close(): Promise<void>;
  }
  export class Client {
    constructor(
      info: { name: string; version: string },
      options?: { versionNegotiation?: { mode: "legacy" | "auto" | { pin: string } } },
    );
    connect(transport: StreamableHTTPClientTransport): Promise<void>;
    close(): Promise<void>;
    getServerVersion(): { name: string } | undefined;
    getNegotiatedProtocolVersion(): string | undefined;
    listTools(params?: { cursor?: string }): Promise<{ tools: { name: string; _meta?: object }[] }>;
    callTool(params: { name: string; arguments?: object }): Promise<unknown>;
  }
}

// What the tests use of the vendors' SDKs and of the linters.
declare module "openai/lib/transform" {
  export function toStrictJsonSchema(schema: object): object;
}
declare module "@anthropic-ai/sdk/lib/transform-json-schema" {
  export function transformJSONSchema(schema: object): object;
}
declare module "@google/genai" {
  /** Wraps a client of the first SDK. */
  export function mcpToTool(client: object): {
    tool(): Promise<{ functionDeclarations?: { name?: string }[] }>;
    callTool(
      calls: { name: string; args: object }[],
    ): Promise<{ functionResponse?: { response?: unknown } }[]>;
  };
}
declare module "@redocly/openapi-core" {
  export interface Problem {
    ruleId: string;
    severity: string;
    message: string;
    location: { pointer?: string }[];
  }
  export function createConfig(config: { extends: string[] }): Promise<object>;
  export function lintFromString(options: {
    source: string;
    absoluteRef: string;
    config: object;
  }): Promise<Problem[]>;
}
declare module "@stoplight/spectral-core" {
  // A package of CommonJS: its names come with the default.
  const core: {
    Document: new (source: string, parser: object, name: string) => object;
    Spectral: new () => {
      setRuleset(ruleset: object): void;
      run(document: object): Promise<{ code: string | number; message: string; path: (string | number)[] }[]>;
    };
  };
  export default core;
}
declare module "@stoplight/spectral-parsers" {
  const parsers: { Json: object };
  export default parsers;
}
declare module "@stoplight/spectral-rulesets" {
  const rulesets: { oas: object };
  export default rulesets;
}

// Clients of OAuth, and what the tests see of their answers.
declare module "oauth4webapi" {
  interface Described {
    authorization_servers?: string[];
    authorization_endpoint?: string;
  }
  interface Tokens {
    access_token: string;
    refresh_token?: string;
  }
  type Client = { client_id: string };
  export const allowInsecureRequests: unique symbol;
  export function resourceDiscoveryRequest(url: URL, options: object): Promise<Response>;
  export function processResourceDiscoveryResponse(url: URL, response: Response): Promise<Described>;
  export function discoveryRequest(issuer: URL, options: object): Promise<Response>;
  export function processDiscoveryResponse(issuer: URL, response: Response): Promise<Described>;
  export function dynamicClientRegistrationRequest(
    server: Described,
    metadata: object,
    options: object,
  ): Promise<Response>;
  export function processDynamicClientRegistrationResponse(response: Response): Promise<Client>;
  export function generateRandomCodeVerifier(): string;
  export function generateRandomState(): string;
  export function calculatePKCECodeChallenge(verifier: string): Promise<string>;
  export function validateAuthResponse(
    server: Described,
    client: Client,
    answer: URL,
    state: string,
  ): URLSearchParams;
  export function None(): object;
  export function authorizationCodeGrantRequest(
    server: Described,
    client: Client,
    authentication: object,
    answer: URLSearchParams,
    redirectUri: string,
    verifier: string,
    options: object,
  ): Promise<Response>;
  export function processAuthorizationCodeResponse(
    server: Described,
    client: Client,
    response: Response,
  ): Promise<Tokens>;
  export function refreshTokenGrantRequest(
    server: Described,
    client: Client,
    authentication: object,
    token: string,
    options: object,
  ): Promise<Response>;
  export function processRefreshTokenResponse(
    server: Described,
    client: Client,
    response: Response,
  ): Promise<Tokens>;
  export function protectedResourceRequest(
    token: string,
    method: string,
    url: URL,
    headers: Headers,
    body: string,
    options: object,
  ): Promise<Response>;
}
declare module "openid-client" {
  interface Tokens {
    access_token: string;
    refresh_token?: string;
  }
  export function allowInsecureRequests(config: object): void;
  export function None(): object;
  export function dynamicClientRegistration(
    server: URL,
    metadata: object,
    authentication: object,
    options: object,
  ): Promise<object>;
  export function randomPKCECodeVerifier(): string;
  export function calculatePKCECodeChallenge(verifier: string): Promise<string>;
  export function buildAuthorizationUrl(config: object, parameters: Record<string, string>): URL;
  export function authorizationCodeGrant(config: object, answer: URL, checks: object): Promise<Tokens>;
  export function refreshTokenGrant(config: object, token: string): Promise<Tokens>;
  export function fetchProtectedResource(
    config: object,
    token: string,
    url: URL,
    method: string,
  ): Promise<Response>;
}
