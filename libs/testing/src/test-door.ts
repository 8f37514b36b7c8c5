import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { CallerSigner, CallerVerifier, ServiceVerifier, type Caller, type GuardedValues } from "@jst/caller";
import { Database, type StartSettings } from "@jst/db";
import {
  addRpcsWithChangesets,
  changesDescriptor,
  changesRpcs,
  type ActiveMembersOf,
  type CallerOf,
  type DeciderFactsOf,
  type MembersOf,
  type Resources,
  type StoredRequests,
} from "@jst/changes";
import { addFaults, faultsDescriptor, faultsRpcs, type FindFaults } from "@jst/faults";
import type { SchemaName } from "@jst/fleet";
import { httpDoor, streamedApp, type Stage } from "@jst/http";
import { CursorCodec } from "@jst/query";
import { GrpcServer, type AccessLog, type DoorOptions, type RpcDefinition } from "@jst/rpc";
import { createLogger } from "@jst/telemetry";
import type { RequestListener } from "node:http";
import { after } from "node:test";
import { KnownCallers } from "./known-callers.ts";
import { testCaller } from "./test-caller.ts";
import { TEST_AUDIENCE, testKeyPair, TestServices } from "./test-keys.ts";
import type { TestDatabase } from "./test-database.ts";

/** One call of an rpc, as the gateway would make it. */
export interface TestCall {
  /** Path fields of the request message. */
  path?: Record<string, string>;
  /** Query of the original target, as a client would write it. */
  query?: string;
  /** Sent as JSON; text and bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller goes away when it is aborted. */
  signal?: AbortSignal;
  /** The identity auth would have signed; a new team's service token by default. null sends none. */
  caller?: Caller | null;
}

/** Reply as the gateway would send it on. */
export interface TestReply {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test looks into the reply's members; their shape is what it asserts.
  body: any;
}

/** The service under test behind its real gRPC door. */
export interface TestDoor {
  call: (method: string, call?: TestCall) => Promise<TestReply>;
  /** Calls an internal rpc with the operator key. */
  operate: (method: string, body: unknown) => Promise<TestReply>;
  /**
   * Calls an internal rpc as the named service, on behalf of the caller; rejects when that service may not, and when it
   * goes away.
   */
  callAs: (
    service: string,
    method: string,
    body: unknown,
    caller?: Caller,
    rest?: Pick<TestCall, "signal">,
  ) => Promise<TestReply>;
  /** Calls the door of streamed rpcs, at a path of the API; as the gateway would send it on. */
  fetch: (path: string, request?: RequestInit & { caller?: Caller }) => Promise<Response>;
  /** Address of the door, host:port. */
  address: string;
  /** Base of the plain HTTP door's addresses, at which pages are opened. */
  httpUrl: string;
  /** The services it knows. */
  services: TestServices;
  /** Callers behind tokens, as auth would name them. */
  callers: KnownCallers;
  /** Signs a caller, whom the door's auth knows from then on. */
  tokenOf: (caller: Caller) => Promise<string>;
}

/** Options of a door. */
export interface TestDoorOptions<Deps> {
  name: SchemaName;
  database: TestDatabase;
  rpcs: readonly RpcDefinition<Deps>[];
  descriptor: Buffer;
  deps: (basis: { database: Database }) => Deps;
  /** Resources whose changes the service records; none for a service without proposals. */
  resources?: Resources;
  /** Finds the caller behind a token in a way of the test's own; `known` has those who called with it. */
  callerOf?: (known: CallerOf) => CallerOf;
  requests?: StoredRequests;
  /** For a service that knows what does not work for a team. */
  findFaults?: FindFaults<Deps>;
  /** For a service whose replies have members that few callers are shown. */
  guarded?: GuardedValues;
  /** For a service that keeps a record of every call. */
  accessLog?: (deps: Deps) => AccessLog;
  /** Settings of every connection of its database. */
  databaseSettings?: StartSettings;
  /** Stages that receive the bodies of streamed rpcs; none for a service without any. */
  stages?: (deps: Deps) => Readonly<Record<string, Stage>>;
  /** Listener of plain HTTP in place of streamed rpcs. */
  http?: (parts: HttpParts<Deps>) => RequestListener;
}

/** Parts for a door of plain HTTP. */
type HttpParts<Deps> = Pick<DoorOptions<Deps>, "deps" | "verifyCaller" | "baseUrl" | "logger">;

const OPERATOR_KEY = "test-operator-key";
/** Base URL that Location headers and error types start with. */
export const TEST_BASE_URL = "http://gateway.test";

/** Starts the door on a free port and closes it after the file's last test. Callers are really signed and verified. */
export async function testDoor<Deps>(options: TestDoorOptions<Deps>): Promise<TestDoor> {
  const database = databaseOf(options);
  const callers = new KnownCallers();
  const { signer, verifier, tokenOf } = identity(callers);
  const services = new TestServices(TEST_AUDIENCE);
  const peers = new ServiceVerifier({ jwks: services.jwks, audience: TEST_AUDIENCE, self: options.name });
  const logger = createLogger(options.name, "error");
  const server = new GrpcServer({ onFault: (error) => logger.error({ error }, "outside of an rpc") });
  const door = {
    database,
    verifyCaller: (token: string) => verifier.verify(token),
    verifyService: (proof: string) => peers.verify(proof),
    logger,
  };
  const whole = register(server, options, door, callers);
  const httpUrl = `http://127.0.0.1:${await listenForHttp(whole, options)}`;
  const address = `127.0.0.1:${await server.listen("127.0.0.1", 0)}`;
  const client = clientOf(address);
  after(async () => {
    client.close();
    server.cut();
    await database.close();
  });
  const send = sender(client, options);
  return {
    call: async (method, call = {}) => {
      const metadata = metadataOf(call);
      const caller = call.caller === undefined ? testCaller() : call.caller;
      if (caller !== null) metadata.set("x-internal-token", await tokenOf(caller));
      return send(method, call, metadata);
    },
    fetch: async (path, { caller = testCaller(), ...request } = {}) => {
      const headers = new Headers(request.headers);
      headers.set("x-internal-token", await tokenOf(caller));
      return fetch(`${httpUrl}${path}`, { redirect: "manual", ...request, headers });
    },
    ...{ address, httpUrl, services, callers, tokenOf },
    operate: (method, body) =>
      send(method, { body }, metadataOf({ headers: { "x-operator-key": OPERATOR_KEY } })),
    callAs: async (service, method, body, caller, rest) => {
      const proof = await services.signer(service).proofFor(options.name);
      const metadata = metadataOf({ headers: { "x-internal-service": proof } });
      if (caller !== undefined) metadata.set("x-internal-token", (await signer.sign(caller)).token);
      return send(method, { body, ...rest }, metadata);
    },
  };
}

/** Registers what the service answers, its changesets among it. */
function register<Deps>(
  server: GrpcServer,
  options: TestDoorOptions<Deps>,
  parts: Pick<DoorOptions<Deps>, "database" | "verifyCaller" | "verifyService" | "logger">,
  callers: KnownCallers,
): DoorOptions<Deps> {
  const { name, rpcs, descriptor, deps, resources = {}, requests, findFaults, accessLog, guarded } = options;
  const own = deps(parts);
  const door: DoorOptions<Deps> = {
    ...parts,
    rpcs,
    descriptor,
    deps: own,
    guarded,
    ...(accessLog && { accessLog: accessLog(own) }),
    operatorKey: OPERATOR_KEY,
    baseUrl: TEST_BASE_URL,
  };
  if (findFaults !== undefined) addFaults(server, door, findFaults);
  const known: CallerOf = (proposer) => callers.find(proposer);
  const callerOf = options.callerOf?.(known) ?? known;
  const deciderFacts: DeciderFactsOf = (decider) => callers.factsOf(decider);
  const activeMembers: ActiveMembersOf = (teamId, ids) => callers.activeOf(teamId, ids);
  const membersOf: MembersOf = (teamId, roles) => callers.membersOf(teamId, roles);
  const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });
  const rulesOf = callers.rulesOf.bind(callers);
  const facts = { callerOf, deciderFacts, activeMembers, membersOf, rulesOf, cursors };
  return addRpcsWithChangesets(server, door, { service: name, resources, requests, ...facts });
}

function databaseOf<Deps>({ database, name, databaseSettings = {} }: TestDoorOptions<Deps>): Database {
  return new Database({
    connectionString: database.url,
    poolSize: 5,
    applicationName: name,
    changesetPrefix: name,
    settings: databaseSettings,
  });
}

/** Opens the door of plain HTTP and answers its port; closed after the file's last test. */
async function listenForHttp<Deps>(
  door: DoorOptions<Deps>,
  { stages, http }: TestDoorOptions<Deps>,
): Promise<number> {
  const app = http?.(door) ?? streamedApp({ door, stages: stages?.(door.deps) ?? {} });
  const plain = httpDoor(app);
  after(() => plain.drain(0));
  return plain.listen("127.0.0.1", 0);
}

interface Identity {
  signer: CallerSigner;
  verifier: CallerVerifier;
  /** The token of a caller, whom the door's auth knows from then on. */
  tokenOf: (caller: Caller) => Promise<string>;
}

function identity(callers: KnownCallers): Identity {
  const { privateJwk, publicJwk } = testKeyPair("test");
  const signer = new CallerSigner({ privateJwk: JSON.stringify(privateJwk), audience: TEST_AUDIENCE });
  const jwks = JSON.stringify({ keys: [publicJwk] });
  return {
    signer,
    verifier: new CallerVerifier({ jwks, audience: TEST_AUDIENCE }),
    tokenOf: async (caller) => {
      callers.remember(caller);
      return (await signer.sign(caller)).token;
    },
  };
}

function clientOf(address: string): Client {
  // As much as the gateway lets through.
  const limits = { "grpc.max_receive_message_length": 16 * 1024 * 1024 };
  return new Client(address, credentials.createInsecure(), limits);
}

function metadataOf(call: TestCall): Metadata {
  const metadata = new Metadata();
  metadata.set("x-envoy-original-path", `/test${call.query === undefined ? "" : `?${call.query}`}`);
  for (const [name, value] of Object.entries(call.headers ?? {})) metadata.set(name.toLowerCase(), value);
  return metadata;
}

function sender<Deps>(client: Client, options: TestDoorOptions<Deps>) {
  const load = (set: Buffer) => loadFileDescriptorSetFromBuffer(set, { keepCase: true, defaults: false });
  const packages = { ...load(changesDescriptor), ...load(faultsDescriptor), ...load(options.descriptor) };
  const rpcs: readonly Pick<RpcDefinition<unknown>, "service" | "method" | "request">[] = [
    ...options.rpcs,
    ...changesRpcs,
    ...faultsRpcs,
  ];
  return (method: string, call: TestCall, metadata: Metadata): Promise<TestReply> => {
    const rpc = rpcs.find((one) => one.method === method);
    if (rpc === undefined) throw new Error(`${options.name} has no rpc ${method}.`);
    const definition = (packages[rpc.service] as ServiceDefinition)[method];
    if (definition === undefined) throw new Error(`The descriptor set lacks ${method}; run make gen.`);
    const request = { ...call.path, ...(rpc.request === null ? {} : { body: httpBody(call.body) }) };
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = {};
      const pending = client
        .makeUnaryRequest(
          definition.path,
          definition.requestSerialize,
          definition.responseDeserialize,
          request,
          metadata,
          (error, reply) => {
            if (error !== null) reject(error);
            else resolve(replyOf(headers, reply as unknown as { content_type: string; data?: Buffer }));
          },
        )
        .on("metadata", (received: Metadata) => Object.assign(headers, received.getMap()));
      call.signal?.addEventListener("abort", () => pending.cancel());
    });
  };
}

function httpBody(body: unknown): { content_type: string; data: Buffer } {
  const sent = body instanceof Uint8Array || typeof body === "string" ? body : JSON.stringify(body ?? {});
  return { content_type: "application/json", data: Buffer.from(sent) };
}

function replyOf(headers: Record<string, string>, reply: { content_type: string; data?: Buffer }): TestReply {
  const text = reply.data?.toString() ?? "";
  const isJson = /[/+]json\b/.test(reply.content_type);
  return {
    status: Number(headers["x-http-status"] ?? 200),
    headers,
    contentType: reply.content_type,
    body: text === "" ? undefined : isJson ? (JSON.parse(text) as unknown) : reply.data,
  };
}
