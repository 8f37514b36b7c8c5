import { CallerSigner, CallerVerifier, type Caller } from "@jst/caller";
import { createLogger } from "@jst/telemetry";
import { CursorCodec } from "@jst/query";
import { testCaller, TEST_AUDIENCE, TestServices } from "@jst/testing";
import type { Express } from "express";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { calledServices, changesetServices } from "../../gen/services.ts";
import { steps, tools as realTools } from "../../gen/tools.ts";
import { agentApp } from "../app.ts";
import { KnowledgeSources } from "../context/knowledge-sources.ts";
import { Meanings } from "../context/meanings.ts";
import { Searcher } from "../context/searcher.ts";
import { readDocuments, type Documents } from "../discovery/document.ts";
import { exportRecorder } from "../changesets/record-export.ts";
import { ChangesetSources } from "../changesets/sources.ts";
import { localRpcs } from "../own-tools.ts";
import { mcpServers } from "../mcp/servers.ts";
import { internal, type MadeToolCall, type Peers } from "../../gen/internal.ts";
import { FaultSources } from "../status/fault-sources.ts";
import { AuthDoor } from "../tools/auth-door.ts";
import { Confirmations } from "../tools/confirmations.ts";
import { Catalogue } from "../tools/catalogue.ts";
import type { Step, Tool } from "../tools/tool.ts";
import { Upstreams } from "../tools/upstreams.ts";
import { testPeers } from "./test-peers.ts";
import { testUpstream, toolsDescriptor, type TestUpstream } from "./test-upstream.ts";

/** Public URL of the test agent. */
export const BASE_URL = "http://gateway.test";

/** Reply of the server. */
export interface McpReply {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the reply's members; their shape is what it asserts.
  body: any;
}

/** One HTTP request; a string or Buffer body is sent as it is, anything else as JSON. */
export interface McpSend {
  headers?: Record<string, string>;
  caller?: Caller;
  /** Rest of the path after /api/v1/mcp: a query, or the other server. */
  path?: string;
  /** The client goes away when it is aborted. */
  signal?: AbortSignal;
}

/** Generated files of the agent. */
export interface TestContract {
  tools: readonly Tool[];
  /** Wire messages of the rpcs behind them. */
  descriptor: Buffer;
  documents: Documents;
}

const realContract: TestContract = {
  tools: realTools,
  descriptor: toolsDescriptor,
  documents: readDocuments(),
};

/** The agent's express door, with signed callers and one domain service behind it. */
export interface TestAgent {
  upstream: TestUpstream;
  /** auth, as the agent sees it: it puts every call on record and grants every request. */
  auth: TestUpstream;
  /** Recorded calls, oldest first. */
  recorded: () => MadeToolCall[];
  send: (body: unknown, options?: McpSend) => Promise<McpReply>;
  /** tools/call in the legacy era. */
  call: (name: unknown, values?: unknown, options?: McpSend) => Promise<McpReply>;
  /** POST on a path below /api/v1. */
  post: (path: string, body: unknown, options?: Omit<McpSend, "path">) => Promise<McpReply>;
  /** GET of a path below /api/v1. */
  get: (
    path: string,
    caller?: Caller,
    headers?: Record<string, string>,
    rest?: Pick<McpSend, "signal">,
  ) => Promise<McpReply>;
}

const logger = createLogger("agent", "error");
const everyModule = Object.fromEntries(
  ["mcp_actions", ...realTools.map(({ module }) => module)].map((module) => [module, true]),
);

/** A service token of a team whose modules are on and that lets agents write, or what the overrides make of it. */
export function agentCaller(overrides: Partial<Caller> = {}, team: Partial<Caller["team"]> = {}): Caller {
  const caller = testCaller({ door: "mcp", ...overrides });
  return {
    ...caller,
    team: { ...caller.team, modules: everyModule, mcp_export: true, ...team },
  };
}

/**
 * Starts the door on a free port; everything closes after the file's last test. `sources` have changesets; the
 * contract is the real one, or what a test makes of it; who calls is known once `verified` resolves.
 */
export async function testAgent(
  sources: Record<string, string> = {},
  contract: Partial<TestContract> = {},
  verified: () => Promise<unknown> = () => Promise.resolve(),
): Promise<TestAgent> {
  const { tools, descriptor, documents } = { ...realContract, ...contract };
  const upstream = await testUpstream(descriptor);
  const { signer, verifier } = identity();
  const upstreams = new Upstreams(calledBy(tools), descriptor, everyOwner(upstream.address, tools));
  const services = new TestServices(TEST_AUDIENCE);
  const { auth, record } = await testRecord(services);
  const peers = testPeers({ auth: auth.address, ...sources }, services);
  const asked = changesetServices.filter((service) => service in sources);
  const changesets = new ChangesetSources(asked, peers);
  const app = agentApp({
    baseUrl: BASE_URL,
    logger,
    verifyCaller: (token) => verified().then(() => verifier.verify(token)),
    servers: mcpServers,
    catalogue: new Catalogue(tools),
    documents,
    upstreams,
    changesets,
    account: peers.account,
    record,
    counter: record,
    recordExport: exportRecorder(peers.auth),
    ...withCursors(changesets, testAsked(peers), upstreams),
  });
  after(() => upstreams.close());
  const server = await listening(app);
  const post: TestAgent["post"] = async (path, body, { headers, caller = agentCaller(), ...rest } = {}) => {
    const { token } = await signer.sign(caller);
    const signed = { headers: { "x-internal-token": token, ...headers }, ...rest };
    return request(server, `/api/v1${path}`, body, signed);
  };
  const send: TestAgent["send"] = (body, { path = "", ...options } = {}) =>
    post(`/mcp${path}`, body, options);
  return {
    upstream,
    auth,
    recorded: () => recordedBy(auth),
    send,
    post,
    get: (path, caller = agentCaller(), headers = {}, rest = {}) =>
      post(path, undefined, { caller, headers, ...rest }),
    call: (name, values, options) =>
      send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: values } }, options),
  };
}

async function listening(app: Express): Promise<Server> {
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

/** Posts the body; without one it gets. */
async function request(
  server: Server,
  path: string,
  body: unknown,
  { headers, ...rest }: Pick<McpSend, "headers" | "signal">,
): Promise<McpReply> {
  const { port } = server.address() as AddressInfo;
  const isGet = body === undefined;
  const bytes = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body ?? "");
  // node:http, because fetch neither sends a Host of one's own nor repeats what it does not know.
  const sent = httpRequest({
    port,
    path,
    method: isGet ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...rest,
  });
  sent.end(isGet ? undefined : bytes);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const text = Buffer.concat(await reply.toArray()).toString();
  return {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    text,
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

/** auth, as far as the doors ask it: it records everything and grants every request. */
async function testRecord(services: TestServices): Promise<{ auth: TestUpstream; record: AuthDoor }> {
  const auth = await testUpstream(internal.descriptor);
  auth.answer = { body: JSON.stringify({ recorded: 1, granted: 100, retry_after_seconds: 0 }) };
  return { auth, record: new AuthDoor(testPeers({ auth: auth.address }, services).auth) };
}

function recordedBy({ seen }: TestUpstream): MadeToolCall[] {
  const messages = seen.filter(({ rpc }) => rpc.endsWith("/RecordToolCalls"));
  return messages.flatMap(({ body = "" }) => (JSON.parse(body) as { calls: MadeToolCall[] }).calls);
}

function identity(): { signer: CallerSigner; verifier: CallerVerifier } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const jwk = (key: typeof privateKey) => ({ ...key.export({ format: "jwk" }), kid: "test", alg: "EdDSA" });
  const audience = "test";
  return {
    signer: new CallerSigner({ privateJwk: JSON.stringify(jwk(privateKey)), audience }),
    verifier: new CallerVerifier({ jwks: JSON.stringify({ keys: [jwk(publicKey)] }), audience }),
  };
}

/** The rpcs of tools, and the steps of the real ones. */
const calledBy = (tools: readonly Tool[]): readonly Step[] =>
  tools === realTools ? [...tools, ...Object.values(steps)] : tools;

/** Every service that owns a tool, at the same address. */
export function everyOwner(address: string, tools: readonly Tool[] = []): Record<string, string> {
  const owners = [...calledServices, ...tools.map(({ rpc }) => rpc.owner)];
  return Object.fromEntries(owners.map((service) => [service, address]));
}

/** Builds the parts that ask several services; one that a test does not name does not answer. */
function testAsked(peers: Peers) {
  const faults = new FaultSources(peers, { grace: () => new Promise(() => undefined) });
  const searcher = new Searcher(new KnowledgeSources(peers), new Meanings(peers.account, logger));
  return { searcher, faults };
}

/** Builds the parts of the doors that need the key of cursors. */
function withCursors(
  changesets: ChangesetSources,
  asked: ReturnType<typeof testAsked>,
  upstreams: Upstreams,
) {
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const local = localRpcs({ ...asked, upstreams, baseUrl: BASE_URL, changesets, cursors });
  return { cursors, confirmations: new Confirmations(cursors), ...asked, local };
}
