import path from "node:path";
import { connectionsOf, packageOf, programOf, type Service } from "@jst/fleet";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { readTracing, repository, wantsProductionMemory } from "../config.ts";
import { nodeFlags, thriftyNodeFlags } from "../node-flags.ts";
import { host, portRange, type ServicePorts } from "../ports.ts";
import { expectOk } from "./exchange.ts";
import { kafkaUser } from "./kafka-access.ts";
import { mailEnvironment } from "./mail.ts";
import { roleUrl } from "./postgres.ts";
import { redisUrl } from "./redis.ts";

/** Telemetry comes before everything else a service loads. */
const preload = path.join(repository, "libs/telemetry/src/preload.ts");

/** One service of the tree, run from its sources. */
export function serviceComponent(service: Service): Component {
  const { name } = service;
  return {
    name,
    ports: ({ services }) => {
      const { grpc, ops, http } = doorsOf(services, name);
      return [
        { port: grpc, purpose: `${name}, gRPC` },
        { port: ops, purpose: `${name}, operations` },
        { port: http, purpose: `${name}, HTTP` },
      ];
    },

    prepare: (fleet) =>
      Promise.resolve({
        name,
        stage: "service",
        command: process.execPath,
        args: [
          ...(wantsProductionMemory() ? nodeFlags : thriftyNodeFlags),
          ...["--import", preload, path.join(repository, "services", packageOf(name), programOf(service))],
        ],
        env: { ...baseEnvironment(), ...serviceEnvironment(service, fleet) },
        cwd: repository,
        stopSignal: "SIGTERM",
        stopLimitMs: 10_000,
        log: fleet.paths.log(name),
        url: opsUrl(fleet, name),
      }),

    probe: (fleet) => expectOk(`${opsUrl(fleet, name)}/health/ready`),
  };
}

/** Doors of the named service. */
export function doorsOf(all: Record<string, ServicePorts>, name: string): ServicePorts {
  const doors = all[name];
  if (!doors) throw new Error(`The service ${name} has no ports.`);
  return doors;
}

function opsUrl({ ports }: Fleet, name: string): string {
  return `http://${host}:${doorsOf(ports.services, name).ops}`;
}

/** Builds the environment that a service's config.ts reads. */
function serviceEnvironment(service: Service, fleet: Fleet): Record<string, string> {
  const { name, doors, calls, isIssuer, hasRedis, keepsAuditHeads, isDispatcher, hasSecretPages, hasFiles } =
    service;
  const { ports, secrets } = fleet;
  const { grpc, ops, http } = doorsOf(ports.services, name);
  const tracing = readTracing();
  return {
    SERVICE_NAME: name,
    HOST: host,
    OPS_PORT: String(ops),
    ...(doors.includes("grpc") && { GRPC_PORT: String(grpc) }),
    ...(doors.includes("http") && { HTTP_PORT: String(http) }),
    ...Object.fromEntries(
      calls.map((one) => [`${one.toUpperCase()}_GRPC`, `${host}:${doorsOf(ports.services, one).grpc}`]),
    ),
    BASE_URL: baseUrl(fleet),
    LOG_LEVEL: "info",
    ...(tracing && { OTEL_EXPORTER_OTLP_ENDPOINT: tracing.collector.href }),
    ...databaseEnvironment(service, fleet),
    KAFKA_BROKERS: `${host}:${ports.kafka}`,
    KAFKA_SASL: secrets.storesTlsDir === undefined ? "plain" : "scram-sha-512",
    KAFKA_USERNAME: kafkaUser,
    KAFKA_PASSWORD: secrets.kafkaPassword,
    ...(secrets.storesTlsDir !== undefined && {
      NODE_EXTRA_CA_CERTS: path.join(secrets.storesTlsDir, "ca.crt"),
      KAFKA_TLS: "on",
    }),
    CALLER_KEYS_FILE: secrets.files.callerKeys,
    CURSOR_KEYS_FILE: secrets.files.cursorKeys,
    OPERATOR_KEY_FILE: secrets.files.operatorKey,
    TLS_DIR: secrets.tlsDir(name) ?? "",
    SERVICE_KEYS_FILE: secrets.files.serviceKeys,
    ...(name in secrets.files.serviceSigningKeys && {
      SERVICE_SIGNING_KEY_FILE: secrets.files.serviceSigningKeys[name],
    }),
    ...(isIssuer && {
      CALLER_SIGNING_KEY_FILE: secrets.files.callerSigningKey,
    }),
    ...(hasRedis && { REDIS_URL: redisUrl(fleet) }),
    ...(keepsAuditHeads && { AUDIT_HEADS_FILE: fleet.paths.auditHeadsFile }),
    ...(hasFiles && { FILES_STORE: `directory:${fleet.paths.filesDir}` }),
    ...((isDispatcher || hasSecretPages) && { ENDPOINT_SECRET_KEYS_FILE: secrets.files.endpointSecretKeys }),
    ...(isDispatcher && dispatcherEnvironment(fleet)),
    ...(name === "comms" && mailEnvironment(fleet)),
    ...(hasFiles && airtableEnvironment()),
  };
}

/** A connection of each role by which the service reaches its schema; that of crm_relay is RELAY_DATABASE_URL. */
function databaseEnvironment(service: Service, fleet: Fleet): Record<string, string> {
  const connections = connectionsOf(service);
  return Object.fromEntries(connections.map(({ role, variable }) => [variable, roleUrl(fleet, role)]));
}

/** The retry schedule can be hurried for a demonstration: WEBHOOK_RETRY_MINUTE_MS=1000 make up. */
function dispatcherEnvironment({ ports }: Fleet): Record<string, string> {
  const { WEBHOOK_RETRY_MINUTE_MS: minuteMs } = process.env;
  return {
    WEBHOOK_LOOPBACK_TARGETS: "allow",
    WEBHOOK_LOOPBACK_FLEET_PORTS: portRange(ports),
    ...(minuteMs !== undefined && { WEBHOOK_RETRY_MINUTE_MS: minuteMs }),
  };
}

/** Another API of Airtable for imports, such as a server of a test: AIRTABLE_URL=http://127.0.0.1:9000 make up. */
function airtableEnvironment(): Record<string, string> {
  const { AIRTABLE_URL: url } = process.env;
  return url === undefined ? {} : { AIRTABLE_URL: url };
}

/** The fleet's public address. */
export function baseUrl({ ports }: Fleet): string {
  return `http://${host}:${ports.gateway}`;
}
