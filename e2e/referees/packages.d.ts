// Types of the second SDK that the tests use, which is installed for these tests alone: the type check does without it.
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

// Types of the vendors' SDKs and of the linters that the tests use.
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
