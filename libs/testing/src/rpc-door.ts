import { once } from "node:events";
import { inspect } from "node:util";
import { after } from "node:test";
import { credentials, makeClientConstructor, Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import type { Caller } from "@jst/caller";
import { addRpcs, type DoorOptions } from "@jst/rpc";

/** The service under test, as its service.ts would put it behind its door. */
export type TestDoorOptions<Deps> = Pick<DoorOptions<Deps>, "rpcs" | "descriptor" | "deps" | "database">;

/** One request, in the words of HTTP. */
export interface TestRequest {
  caller: Caller;
  /** Path fields of the rpc's request message. */
  path?: Record<string, string>;
  /** Raw query, without the question mark. */
  query?: string;
  /** A value to send as JSON, or a text to send as it is. */
  body?: unknown;
  /** Lower-case names, such as if-match. */
  headers?: Record<string, string>;
}

/** One reply, as the gateway would render it. */
export interface TestReply {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  text: string;
}

/** Sends a request to an rpc such as `crm.v1.Contacts/GetContact`. */
export type TestDoor = (rpc: string, request: TestRequest) => Promise<TestReply>;

type WireCall = (
  request: object,
  metadata: Metadata,
  callback: (error: Error | null, reply?: { content_type: string; data: Buffer }) => void,
) => { once(event: "metadata", listener: (metadata: Metadata) => void): void };

/** Base URL of every reply of a test door. */
export const testBaseUrl = "https://team.example";

/**
 * Starts the service's rpcs behind their real door on a free loopback port and ends it after the file's last test.
 * Callers are taken as given instead of from a signed token; everything else is as in production.
 */
export async function testDoor<Deps>(options: TestDoorOptions<Deps>): Promise<TestDoor> {
  const server = new Server();
  addRpcs(server, {
    ...options,
    verifyCaller: (token) => JSON.parse(token) as Caller,
    operatorKey: "test",
    baseUrl: testBaseUrl,
    logger: { debug: quiet, info: quiet, warn: quiet, error: shown },
  });
  const port = await listen(server);
  const packages = loadFileDescriptorSetFromBuffer(options.descriptor, { keepCase: true, defaults: true });
  const clients = new Map(
    [...new Set(options.rpcs.map((rpc) => rpc.service))].map((name) => {
      const Client = makeClientConstructor(packages[name] as ServiceDefinition, name);
      return [name, new Client(`127.0.0.1:${port}`, credentials.createInsecure())];
    }),
  );
  after(() => {
    for (const client of clients.values()) client.close();
    server.forceShutdown();
  });
  return async (rpc, request) => {
    const [service = "", method = ""] = rpc.split("/");
    const client = clients.get(service) as unknown as Record<string, WireCall> | undefined;
    if (client?.[method] === undefined) throw new Error(`The descriptor set has no ${rpc}.`);
    return exchange(client[method].bind(client), request);
  };
}

async function exchange(call: WireCall, request: TestRequest): Promise<TestReply> {
  const { promise, resolve, reject } = Promise.withResolvers<{ content_type: string; data: Buffer }>();
  const wire = call(wireRequest(request), metadataOf(request), (error, reply) => {
    if (error !== null || reply === undefined) reject(error ?? new Error("no reply"));
    else resolve(reply);
  });
  const [[metadata], reply] = await Promise.all([
    once(wire as unknown as EventTarget, "metadata") as Promise<[Metadata]>,
    promise,
  ]);
  const { "x-http-status": status = "200", ...headers } = metadata.getMap() as Record<string, string>;
  return { status: Number(status), headers, contentType: reply.content_type, text: reply.data.toString() };
}

function wireRequest({ path = {}, body }: TestRequest): object {
  if (body === undefined) return path;
  const data = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  return { ...path, body: { content_type: "application/json", data } };
}

function metadataOf({ caller, query = "", headers = {} }: TestRequest): Metadata {
  const metadata = new Metadata();
  metadata.set("x-internal-token", JSON.stringify(caller));
  metadata.set("x-envoy-original-path", `/test?${query}`);
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}

const quiet = (): void => undefined;

/** A fault of the service is a fault of the test: show its cause. */
function shown(...line: unknown[]): void {
  process.stderr.write(`${inspect(line, { depth: 6 })}\n`);
}
