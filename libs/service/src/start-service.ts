import { createLogger, type Logger } from "@jst/telemetry";
import { CallerVerifier, type GuardedValues, ServiceSigner, ServiceVerifier } from "@jst/caller";
import type { Secret, TlsIdentity } from "@jst/config";
import { Database, reapReplies, type Durability, type StartSettings, type Texts } from "@jst/db";
import { recordAudit, startRelay, type Relay } from "@jst/events";
import { schemaOf, type ServiceName } from "@jst/fleet";
import { addFaults, type FindFaults } from "@jst/faults";
import type { CursorCodec } from "@jst/query";
import { httpDoor, streamedApp, type Stage } from "@jst/http";
import {
  addRpcsWithChangesets,
  authFactsFrom,
  type AuthFacts,
  type ProposerPeer,
  type Resources,
  type StoredRequests,
} from "@jst/changes";
import { addRpcs, type AccessLog, type DoorOptions, type GrpcServer, type RpcDefinition } from "@jst/rpc";
import { descriptor as outboxDescriptor, rpcs as outboxRpcs } from "../gen/registry.ts";
import type { RequestListener } from "node:http";
import { brokersOf, type BrokersConfig } from "./brokers.ts";
import { grpcDoor } from "./grpc-door.ts";
import { startHourly } from "./hourly.ts";
import { outboxDeps } from "./mount-outbox.ts";
import { newestMigration } from "./newest-migration.ts";
import { startNormalization, teamsOf, unnormalizedFrom } from "./normalization.ts";
import type { NormalizationParts, TeamsPeer } from "./normalization.ts";
import { startProposals } from "./proposals.ts";
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
  /** Seals the cursors of lists of comments. */
  cursors: CursorCodec;
}

/** `Peers` of gen/internal.ts, as far as the kit uses them. */
export interface ServicePeers {
  /** Knows who a proposer is now, for a service whose writes can be proposed. */
  auth?: Partial<ProposerPeer>;
  /** Lists the teams, whose texts the kit stores in NFC. */
  account?: Partial<TeamsPeer>;
  close: () => void;
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
export interface ServiceOptions<Deps, Peers extends ServicePeers = ServicePeers> {
  /** The schema follows from it, and with the schema the role and the prefix of changeset ids. */
  name: ServiceName;
  config: RpcConfig;
  /** Largest message it takes, where that is more than what the gateway lets through. */
  messageBytesMax?: number;
  /** Folder of its migrations: it is ready once the newest of them has run, on a server that loses no commit. */
  migrations: URL;
  /**
   * Texts that stay as they were sent; all others are stored in NFC. Undefined on a workload that shares the schema of
   * another, which stores them.
   */
  texts: Texts | undefined;
  /** Lists teams in account, which knows them; another service asks account. */
  teamsAfter?: (deps: Deps) => NormalizationParts["teamsAfter"];
  rpcs: readonly RpcDefinition<Deps>[];
  descriptor: Buffer;
  /** Opens the services that this one calls, with `peers` of gen/internal.ts. The kit closes them after `close`. */
  peers: (identity: ServiceSigner) => Peers;
  /** Builds what handlers find as call.deps. */
  deps: (basis: {
    database: Database;
    logger: Logger;
    peers: Peers;
    verifyCaller: CallerVerifier["verify"];
  }) => Deps;
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
export async function startService<Deps, Peers extends ServicePeers>(
  options: ServiceOptions<Deps, Peers>,
): Promise<RunningProcess> {
  const { name, config } = options;
  const logger = createLogger(name, config.logLevel);
  const database = databaseOf(schemaOf(name), config, options.databaseSettings);
  const { audience, tls, baseUrl } = config;
  const verifier = new CallerVerifier({ jwks: config.callerKeys.reveal(), audience });
  const services = new ServiceVerifier({ jwks: config.serviceKeys.reveal(), audience, self: name });
  const peers = options.peers(new ServiceSigner({ privateJwk: config.serviceSigningKey.reveal(), audience }));
  const verifyCaller = (token: string) => verifier.verify(token);
  const deps = options.deps({ database, logger, peers, verifyCaller });
  const grpc = grpcDoor(logger, tls, options.messageBytesMax);
  const facing = { deps, verifyCaller, baseUrl, logger };
  const facts = options.changes && authFactsFrom(name, peers.auth, facing.verifyCaller);
  const door = addDoor(options, grpc.server, facts, {
    ...facing,
    rpcs: options.rpcs,
    descriptor: options.descriptor,
    database,
    verifyService: (proof) => services.verify(proof),
    operatorKey: config.operatorKey.reveal(),
    guarded: options.guarded,
    ...(options.accessLog && { accessLog: options.accessLog(deps) }),
  });
  options.register?.(grpc.server, deps);
  let beside: { stop(): void | Promise<void> }[] = [];
  return startProcess({
    config,
    logger,
    doors: [
      { name: "grpc", door: grpc, port: config.grpcPort },
      ...httpDoorOf(options.http, facing, tls),
      ...streamedDoorOf(options.streamed, door, tls),
    ],
    ready: () =>
      database
        .ping(newestMigration(options.migrations), config.databaseDurability)
        .then(() => options.ready?.(deps)),
    opened: () => {
      beside = startBeside(options, { deps, database, peers, logger, facts });
    },
    close: async () => {
      for (const one of beside) await one.stop();
      await options.close?.(deps);
      peers.close();
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

/** Registers the rpcs, with outbox, faults and changesets where the service has them; returns the whole door. */
function addDoor<Deps>(
  { name, changes, findFaults, relay }: Omit<ServiceOptions<Deps>, "peers" | "deps">,
  server: GrpcServer,
  facts: AuthFacts | undefined,
  unrecorded: DoorOptions<Deps>,
): DoorOptions<Deps> {
  const schema = schemaOf(name);
  const door: DoorOptions<Deps> = { ...unrecorded, recordExport: recordAudit };
  if (relay !== undefined) {
    const outbox = outboxDeps(schema, relay.relayDatabaseUrl.reveal(), relay.topicPrefix);
    const deps = { ...outbox, unnormalized: unnormalizedFrom(door.database) };
    addRpcs(server, { ...door, rpcs: outboxRpcs, descriptor: outboxDescriptor, deps });
  }
  addFaults(server, door, findFaults);
  if (changes === undefined || facts === undefined) {
    addRpcs(server, door);
    return door;
  }
  return addRpcsWithChangesets(server, door, { service: schema, ...changes, ...facts });
}

/** Parts of the work that no request asks for. */
interface BesideParts<Deps> {
  deps: Deps;
  database: Database;
  peers: ServicePeers;
  logger: Logger;
  /** For a service whose writes can be proposed. */
  facts: AuthFacts | undefined;
}

/** Starts the work that no request asks for. */
function startBeside<Deps>(
  options: Omit<ServiceOptions<Deps>, "peers" | "deps">,
  { deps, database, peers, logger, facts }: BesideParts<Deps>,
): { stop(): void | Promise<void> }[] {
  const { name, config, relay, texts, teamsAfter, changes } = options;
  const schema = schemaOf(name);
  const reap = () => reapReplies(schema, config.databaseUrl.reveal());
  const keepers: { stop(): void | Promise<void> }[] = [
    // Stored replies are removed after 24 hours, an hour late at most.
    startHourly(reap, (error) => logger.warn({ error }, "expired replies were not removed")),
  ];
  if (relay !== undefined) keepers.push(relayOf(schema, relay, logger));
  if (relay !== undefined && changes !== undefined && facts !== undefined) {
    const { resources } = changes;
    keepers.push(...startProposals(relay, logger, { ...facts, service: schema, resources, database }));
  }
  if (texts === undefined) return keepers;
  const normalization = startNormalization({
    service: schema,
    connectionString: config.databaseUrl.reveal(),
    database,
    texts,
    teamsAfter: teamsAfter?.(deps) ?? teamsOf(peers.account),
    logger,
  });
  return [...keepers, normalization];
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
