import { choice, httpUrl, integer, port, secret, secretFile, text, tlsFolder } from "@jst/config";
import { LOG_LEVELS } from "@jst/telemetry";

/** Settings of every process. Spread them into the service's own list in its config.ts. */
export const processSettings = {
  /** Address the listeners bind; 0.0.0.0 in a container. */
  host: text("HOST", "127.0.0.1"),
  /** Health and metrics, plain HTTP. */
  opsPort: port("OPS_PORT"),
  logLevel: choice("LOG_LEVEL", LOG_LEVELS, "info"),
  /** Public URL of the gateway; error types and Location headers start with it. */
  baseUrl: httpUrl("BASE_URL"),
  /** JWKS of the keys caller tokens are signed with. */
  callerKeys: secretFile("CALLER_KEYS_FILE"),
  /** The deployment a caller token is meant for: isolated and shared fleets never accept each other's. */
  audience: text("CALLER_AUDIENCE", "jst"),
  /**
   * This process's certificate, key and authority: services and gateway then speak TLS with one another, both sides
   * proven.
   */
  tls: tlsFolder("TLS_DIR"),
};

/** Settings of every service that answers rpcs from a database. */
export const rpcSettings = {
  ...processSettings,
  grpcPort: port("GRPC_PORT"),
  /** Connection of the service's own role, which neither owns its tables nor bypasses row-level security. */
  databaseUrl: secret("DATABASE_URL"),
  /** Connections of the pool; pods x pool stays below 80 % of max_connections. */
  databasePool: integer("DATABASE_POOL", 1, 200, 10),
  /** `storage`: what lies below PostgreSQL keeps its log, so fsync and full_page_writes may be off (ADR 12). */
  databaseDurability: choice("DATABASE_DURABILITY", ["server", "storage"], "server"),
  /** Private Ed25519 JWK, kid `<service>:<id>`: proves this service to others. */
  serviceSigningKey: secretFile("SERVICE_SIGNING_KEY_FILE"),
  /** JWKS of the keys with which services prove themselves. */
  serviceKeys: secretFile("SERVICE_KEYS_FILE"),
  /** Shared with jst: proves an internal rpc. */
  operatorKey: secretFile("OPERATOR_KEY_FILE"),
};

/** Settings of every service that answers plain HTTP, beside processSettings or rpcSettings. */
export const httpSettings = {
  /** The express door. */
  httpPort: port("HTTP_PORT"),
};

/** Milliseconds between SIGTERM and a forced end: the longest request (30 s) and a margin. */
export const shutdownGraceMs = 35_000;

/** Settings of a service that has an outbox, beside rpcSettings. */
export const relaySettings = {
  /** `host:port` of the brokers, separated by commas. */
  kafkaBrokers: text("KAFKA_BROKERS"),
  /**
   * `on`: they speak TLS, with certificates for their names by an authority this Node believes (NODE_EXTRA_CA_CERTS).
   */
  kafkaTls: choice("KAFKA_TLS", ["off", "on"], "off"),
  /** How this process proves itself to them; `none` where they ask for nothing. */
  kafkaSasl: choice("KAFKA_SASL", ["none", "plain", "scram-sha-256", "scram-sha-512"], "none"),
  /** With KAFKA_SASL alone. */
  kafkaUsername: secret("KAFKA_USERNAME", ""),
  /** With KAFKA_SASL alone. */
  kafkaPassword: secret("KAFKA_PASSWORD", ""),
  /** Put before the name of every topic and group, so that deployments can share a broker. */
  topicPrefix: text("TOPIC_PREFIX", ""),
  /** Connection of role `<service>_relay`, which reads the outbox of all teams and nothing else. */
  relayDatabaseUrl: secret("RELAY_DATABASE_URL"),
};
