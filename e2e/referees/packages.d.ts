// What the tests use of the second SDK, which is installed for these tests alone: the type check does without it.
declare module "@modelcontextprotocol/client" {
  export class StreamableHTTPClientTransport {
    constructor(url: URL, options: { requestInit: RequestInit });
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
