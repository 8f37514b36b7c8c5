import { createLogger, type Logger } from "@jst/telemetry";
import { CallerVerifier, type GuardedValues, ServiceSigner, ServiceVerifier } from "@jst/caller";
import type { Secret, TlsIdentity } from "@jst/config";
import { Database, reapReplies, type Durability, type StartSettings } from "@jst/db";
import { startRelay, type Relay } from "@jst/events";
import { addFaults, type FindFaults } from "@jst/faults";
import { httpDoor, streamedApp, type Stage } from "@jst/http";
import {
  addRpcsWithChangesets,
  callersFrom,
  deciderFactsFrom,
  expireChangesets,
  type AuthCalls,
  type Resources,
  type StoredRequests,
} from "@jst/changes";
import {
  addRpcs,
  InternalClient,
  type AccessLog,
  type DoorOptions,
  type GrpcServer,
  type RpcDefinition,
} from "@jst/rpc";
import { descriptor as outboxDescriptor, rpcs as outboxRpcs } from "../gen/registry.ts";
import type { RequestListener } from "node:http";
import { brokersOf, type BrokersConfig } from "./brokers.ts";
import { grpcDoor } from "./grpc-door.ts";
import { startHourly } from "./hourly.ts";
import { outboxDeps } from "./mount-outbox.ts";
import { newestMigration } from "./newest-migration.ts";
import type { RunningProcess } from "./run-main.ts";
import { startProcess, type ProcessOptions } from "./start-process.ts";

/** Values of rpcSettings. */
export interface RpcConfig {
  host: string;
  opsPort: number;
  grpcPort: number;
  logLevel: "debug" | "info" | "warn" | "error";
  baseUrl: string;
  callerKeys: Secret;
  audience: string;
  tls: TlsIdentity | undefined;
  databaseUrl: Secret;
  databasePool: number;
  databaseDurability: Durability;
  serviceSigningKey: Secret;
  serviceKeys: Secret;
  operatorKey: Secret;
}

/** Values of relaySettings. */
export interface RelayConfig extends BrokersConfig {
  topicPrefix: string;
  relayDatabaseUrl: Secret;
}

/** Options of a service whose writes can be proposed. */
export interface ChangesConfig {
  resources: Resources;
  requests?: StoredRequests;
  /** gRPC address of auth, which knows who a proposer is now. */
  authGrpc: string;
  /** Rpcs of gen/internal.ts. */
  internal: { descriptor: Buffer; rpcs: readonly { name: string; readOnly: boolean }[] };
}

/** Options of a door of plain HTTP beside the rpcs. */
export interface HttpConfig<Deps> {
  /** Value of httpSettings. */
  port: number;
  /** Builds the app, as `httpApp` of @jst/http does. */
  app: (parts: {
    deps: Deps;
    verifyCaller: CallerVerifier["verify"];
    baseUrl: string;
    logger: Logger;
  }) => RequestListener;
}

/** Options of the door of streamed rpcs. */
export interface StreamedConfig<Deps> {
  /** Value of httpSettings. */
  port: number;
  /** Handlers that read their bodies, by rpc. */
  stages: (deps: Deps) => Readonly<Record<string, Stage>>;
}

/** Parts that a service adds to the standard process. */
export interface ServiceOptions<Deps> {
  /** Also its schema, its role, and the prefix of its changeset ids. */
  name: string;
  config: RpcConfig;
  /** Largest message it takes, where that is more than what the gateway lets through. */
  messageBytesMax?: number;
  /** Folder of its migrations: it is ready once the newest of them has run, on a server that loses no commit. */
  migrations: URL;
  rpcs: readonly RpcDefinition<Deps>[];
  descriptor: Buffer;
  /** Builds what handlers find as call.deps. */
  deps: (basis: { database: Database; logger: Logger; identity: ServiceSigner }) => Deps;
  /** For a service whose replies have members that few callers are shown. */
  guarded?: GuardedValues;
  /** For a service that keeps a record of every call (clinical.audit). */
  accessLog?: (deps: Deps) => AccessLog;
  /** For a service whose writes can be proposed, decided on and undone. */
  changes?: ChangesConfig;
  /** For a service that knows what does not work for a team. */
  findFaults?: FindFaults<Deps>;
  /** For a service that also answers plain HTTP. */
  http?: HttpConfig<Deps>;
  /** For a service with streamed rpcs. */
  streamed?: StreamedConfig<Deps>;
  /** Options of every connection of `database`. */
  databaseSettings?: StartSettings;
  /** Registers further gRPC services on the same port. */
  register?: (server: GrpcServer, deps: Deps) => void;
  /** Further conditions of readiness, beside the database. */
  ready?: (deps: Deps) => Promise<void>;
  /** For a service with an outbox: carries its events to the broker. */
  relay?: RelayConfig;
  /** Closes what deps opened; runs after the doors have drained. */
  close?: (deps: Deps) => Promise<void>;
}

/**
 * Starts a domain service: database, gRPC door with every rpc of its registry, HTTP door where it declares one,
 * operations listener. A process without rpcs and database of its own is `startProcess`.
 */
export async function startService<Deps>(options: ServiceOptions<Deps>): Promise<RunningProcess> {
  const { name, config } = options;
  const logger = createLogger(name, config.logLevel);
  const database = databaseOf(name, config, options.databaseSettings);
  const { audience, tls, baseUrl } = config;
  const verifier = new CallerVerifier({ jwks: config.callerKeys.reveal(), audience });
  const identity = new ServiceSigner({ privateJwk: config.serviceSigningKey.reveal(), audience });
  const peers = new ServiceVerifier({ jwks: config.serviceKeys.reveal(), audience, self: name });
  const deps = options.deps({ database, logger, identity });
  const grpc = grpcDoor(logger, tls, options.messageBytesMax);
  const verifyCaller = (token: string) => verifier.verify(token);
  const facing = { deps, verifyCaller, baseUrl, logger };
  const { door, close: closeChanges } = addDoor(options, grpc.server, identity, {
    ...facing,
    rpcs: options.rpcs,
    descriptor: options.descriptor,
    database,
    verifyService: (proof) => peers.verify(proof),
    operatorKey: config.operatorKey.reveal(),
    guarded: options.guarded,
    ...(options.accessLog && { accessLog: options.accessLog(deps) }),
  });
  options.register?.(grpc.server, deps);
  const newest = newestMigration(options.migrations);
  let beside: { stop(): void | Promise<void> }[] = [];
  return startProcess({
    config,
    logger,
    doors: [
      { name: "grpc", door: grpc, port: config.grpcPort },
      ...httpDoorOf(options.http, facing, tls),
      ...streamedDoorOf(options.streamed, door, tls),
    ],
    ready: async () => {
      await database.ping(newest, config.databaseDurability);
      await options.ready?.(deps);
    },
    opened: () => {
      const relay = options.relay && relayOf(name, options.relay, logger);
      beside = [...startKeepers(options, database, logger), ...(relay === undefined ? [] : [relay])];
    },
    close: async () => {
      for (const one of beside) await one.stop();
      closeChanges();
      await options.close?.(deps);
      await database.close();
    },
  });
}

/** The HTTP door where the service declares one. */
function httpDoorOf<Deps>(
  http: HttpConfig<Deps> | undefined,
  facing: Parameters<HttpConfig<Deps>["app"]>[0],
  tls: TlsIdentity | undefined,
): ProcessOptions["doors"] {
  return http === undefined ? [] : [{ name: "http", door: httpDoor(http.app(facing), tls), port: http.port }];
}

/** The HTTP door of streamed rpcs where the service has some. */
function streamedDoorOf<Deps>(
  streamed: StreamedConfig<Deps> | undefined,
  door: DoorOptions<Deps>,
  tls: TlsIdentity | undefined,
): ProcessOptions["doors"] {
  if (streamed === undefined) return [];
  const app = streamedApp({ door, stages: streamed.stages(door.deps) });
  return [{ name: "http", door: httpDoor(app, tls), port: streamed.port }];
}

function databaseOf(name: string, config: RpcConfig, settings: StartSettings = {}): Database {
  return new Database({
    connectionString: config.databaseUrl.reveal(),
    poolSize: config.databasePool,
    applicationName: name,
    changesetPrefix: name,
    settings,
  });
}

/**
 * Registers the rpcs, with outbox, faults and changesets where the service has them; answers the whole door and
 * how to close what that opened.
 */
function addDoor<Deps>(
  { name, config, changes, findFaults, relay }: ServiceOptions<Deps>,
  server: GrpcServer,
  identity: ServiceSigner,
  door: DoorOptions<Deps>,
): { door: DoorOptions<Deps>; close: () => void } {
  if (relay !== undefined) {
    const deps = outboxDeps(name, relay.relayDatabaseUrl.reveal(), relay.topicPrefix);
    addRpcs(server, { ...door, rpcs: outboxRpcs, descriptor: outboxDescriptor, deps });
  }
  if (findFaults !== undefined) addFaults(server, door, findFaults);
  if (changes === undefined) {
    addRpcs(server, door);
    return { door, close: () => undefined };
  }
  const { resources, requests, authGrpc: address, internal } = changes;
  const auth = new InternalClient<AuthCalls>({
    service: "auth",
    address,
    identity,
    tls: config.tls,
    ...internal,
  });
  const callerOf = callersFrom(auth, door.verifyCaller);
  const deciderFacts = deciderFactsFrom(auth);
  const whole = addRpcsWithChangesets(server, door, {
    service: name,
    resources,
    requests,
    callerOf,
    deciderFacts,
  });
  return { door: whole, close: () => auth.close() };
}

/**
 * Starts the cleanup that no request does: stored replies are removed after 24 hours, proposals expire after 14 days,
 * both an hour late at most.
 */
function startKeepers<Deps>(
  { name, config, changes, relay }: ServiceOptions<Deps>,
  database: Database,
  logger: Logger,
): { stop(): void }[] {
  const reap = () => reapReplies(name, config.databaseUrl.reveal());
  const keepers = [startHourly(reap, (error) => logger.warn({ error }, "expired replies were not removed"))];
  if (changes === undefined || relay === undefined) return keepers;
  const relayUrl = relay.relayDatabaseUrl.reveal();
  const expire = () => expireChangesets({ service: name, database, relayUrl });
  const failed = (error: unknown) => logger.warn({ error }, "changesets were not expired");
  return [...keepers, startHourly(expire, failed)];
}

function relayOf(service: string, config: RelayConfig, logger: Logger): Relay {
  return startRelay({
    service,
    connectionString: config.relayDatabaseUrl.reveal(),
    brokers: brokersOf(config),
    topicPrefix: config.topicPrefix,
    logger,
  });
}
