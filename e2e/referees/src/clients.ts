import {
  Client as SecondClient,
  StreamableHTTPClientTransport as SecondTransport,
} from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A result of tools/call as every official client hands it out. */
export interface ToolResult {
  isError?: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its shape is that of the tool, and what a test asserts.
  structuredContent?: any;
  content: { type: string; text?: string }[];
}

/** Commands of the tests for any official client. */
export interface OfficialClient {
  serverName: string | undefined;
  list(): Promise<{ name: string; _meta?: Record<string, unknown> | undefined }[]>;
  call(name: string, values?: object): Promise<ToolResult>;
  close(): Promise<void>;
}

/** Connects to the URL as one client does, with a token. */
export type Connect = (url: string, token: string) => Promise<OfficialClient>;

const info = { name: "referee", version: "1.0.0" };
const bearer = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

const first: Connect = async (url, token) => {
  const client = new FirstClient(info);
  await client.connect(new FirstTransport(new URL(url), bearer(token)));
  return {
    serverName: client.getServerVersion()?.name,
    list: async () => (await client.listTools()).tools,
    call: async (name, values = {}) =>
      (await client.callTool({ name, arguments: { ...values } })) as ToolResult,
    close: () => client.close(),
  };
};

function second(mode: "legacy" | "auto" | { pin: string }): Connect {
  return async (url, token) => {
    const client = new SecondClient(info, { versionNegotiation: { mode } });
    await client.connect(new SecondTransport(new URL(url), bearer(token)));
    return {
      serverName: client.getServerVersion()?.name,
      list: async () => (await client.listTools()).tools as { name: string }[],
      call: async (name, values = {}) => (await client.callTool({ name, arguments: values })) as ToolResult,
      close: () => client.close(),
    };
  };
}

/** Every official client, in every way it can begin. */
export const clients: readonly [title: string, connect: Connect][] = [
  ["SDK v1", first],
  ["SDK v2, legacy", second("legacy")],
  ["SDK v2, auto", second("auto")],
  ["SDK v2, pinned to 2026-07-28", second({ pin: "2026-07-28" })],
];
