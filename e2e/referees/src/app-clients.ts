import {
  Client as SecondClient,
  StreamableHTTPClientTransport as SecondTransport,
} from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { AppMemory } from "./app.ts";
import type { ToolResult } from "./clients.ts";

/** An official client that has no token and gets one. */
export interface AppClient {
  /** Connects; rejects where its member has to be asked first. */
  connect(): Promise<void>;
  /** Goes on with what the member's browser was sent back with. */
  finish(answer: URL): Promise<void>;
  call(name: string, values?: object): Promise<ToolResult>;
  close(): Promise<void>;
}

const info = { name: "referee", version: "1.0.0" };

/** Every official client with the memory of an app, in every way it can begin. */
export const appClients: readonly [title: string, make: (url: URL, memory: AppMemory) => AppClient][] = [
  ["SDK v1", first],
  ["SDK v2, legacy", second("legacy")],
  ["SDK v2, auto", second("auto")],
  ["SDK v2, pinned to 2026-07-28", second({ pin: "2026-07-28" })],
];

function first(url: URL, memory: AppMemory): AppClient {
  let client = new FirstClient(info);
  const transport = () => new FirstTransport(url, { authProvider: memory as never });
  return {
    connect: async () => {
      client = new FirstClient(info);
      await client.connect(transport());
    },
    finish: (answer) => transport().finishAuth(answer.searchParams.get("code") ?? ""),
    call: async (name, values = {}) =>
      (await client.callTool({ name, arguments: { ...values } })) as ToolResult,
    close: () => client.close(),
  };
}

function second(mode: "legacy" | "auto" | { pin: string }) {
  return (url: URL, memory: AppMemory): AppClient => {
    let client = new SecondClient(info);
    let transport = new SecondTransport(url, { authProvider: memory });
    return {
      connect: async () => {
        client = new SecondClient(info, { versionNegotiation: { mode } });
        transport = new SecondTransport(url, { authProvider: memory });
        await client.connect(transport);
      },
      // The one that was turned away knows the issuer that the answer must name.
      finish: (answer) => transport.finishAuth(answer.searchParams),
      call: async (name, values = {}) => (await client.callTool({ name, arguments: values })) as ToolResult,
      close: () => client.close(),
    };
  };
}
