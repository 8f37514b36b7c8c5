import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer, type ServiceDefinition } from "@grpc/proto-loader";
import { freePort, testBrokerSettings, TestServices, type TestDatabase } from "@jst/testing";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { testRedisUrl } from "./config.ts";
import { checkAnswer, checkRequest, type CheckAnswer, type SentRequest } from "./envoy-messages.ts";
import { BASE_URL, testKey } from "./test-auth.ts";

const OPERATOR_KEY = "operator-key-of-the-test";
const CHECK = "/envoy.service.auth.v3.Authorization/Check";
const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The service as its own process, reached as the gateway and jst reach it. */
export interface AuthProcess {
  /** Public keys that its caller tokens verify with. */
  jwks: string;
  check: (request: SentRequest) => Promise<CheckAnswer>;
  operate: (method: string, body: unknown) => Promise<Record<string, unknown>>;
  /** Ends it at once, as kill -9 does. */
  kill: () => Promise<void>;
  /** Ends it as an orchestrator does; its exit code and all it has printed. */
  stop: () => Promise<{ code: number | null; output: string }>;
}

/** Starts src/main.ts and waits until it is ready. */
export async function startAuthProcess(
  database: TestDatabase,
  topicPrefix = `test-${randomUUID()}.`,
): Promise<AuthProcess> {
  const [grpcPort, opsPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const files = keyFiles();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      GRPC_PORT: String(grpcPort),
      OPS_PORT: String(opsPort),
      HTTP_PORT: String(httpPort),
      BASE_URL,
      LOG_LEVEL: "debug",
      DATABASE_URL: database.url,
      LOOKUP_DATABASE_URL: database.urlOf("auth_lookup"),
      RELAY_DATABASE_URL: database.urlOf("auth_relay"),
      AUDIT_DATABASE_URL: database.urlOf("auth_audit"),
      ...testBrokerSettings(),
      TOPIC_PREFIX: topicPrefix,
      REDIS_URL: testRedisUrl(),
      // Nobody asks it for the log here.
      EMR_GRPC: "127.0.0.1:1",
      ...files.environment,
    },
  });
  after(() => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  await untilReady(
    opsPort,
    () => child.exitCode !== null,
    () => output,
  );
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
  after(() => client.close());
  return {
    jwks: files.jwks,
    check: async (request) => checkAnswer(await unary(client, CHECK, checkRequest(request))),
    operate: (method, body) => operate(client, method, body),
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
      client.close();
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      return { code, output };
    },
  };
}

function keyFiles() {
  const directory = mkdtempSync(path.join(tmpdir(), "auth-test-"));
  after(() => rmSync(directory, { recursive: true }));
  const key = testKey();
  const services = new TestServices("jst");
  const file = (name: string, content: string) => {
    const location = path.join(directory, name);
    writeFileSync(location, content);
    return location;
  };
  const sealing = JSON.stringify({ current: "k1", keys: { k1: Buffer.alloc(32, 7).toString("base64") } });
  const environment = {
    CALLER_SIGNING_KEY_FILE: file("signing.json", key.privateJwk),
    CALLER_KEYS_FILE: file("keys.json", key.jwks),
    OPERATOR_KEY_FILE: file("operator", OPERATOR_KEY),
    CURSOR_KEYS_FILE: file("cursors.json", sealing),
    ENDPOINT_SECRET_KEYS_FILE: file("endpoint-secrets.json", sealing),
    SERVICE_SIGNING_KEY_FILE: file("service-key.jwk", services.privateJwk("auth")),
    SERVICE_KEYS_FILE: file("service-keys.jwks", services.jwks),
  };
  return { environment, jwks: key.jwks };
}

async function untilReady(port: number, hasEnded: () => boolean, output: () => string): Promise<void> {
  for (;;) {
    if (hasEnded()) throw new Error(`auth ended before it was ready:\n${output()}`);
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok === true) return;
  }
}

function unary(client: Client, method: string, request: Buffer, metadata = new Metadata()): Promise<Buffer> {
  const asItIs = (bytes: Buffer) => bytes;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(method, asItIs, asItIs, request, metadata, (error, reply) => {
      if (error !== null) reject(error);
      else resolve(reply ?? Buffer.alloc(0));
    });
  });
}

async function operate(client: Client, method: string, body: unknown): Promise<Record<string, unknown>> {
  const descriptor = readFileSync(new URL("../../gen/descriptor.binpb", import.meta.url));
  const packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
  const definition = (packages["auth.v1.Operator"] as ServiceDefinition)[method];
  if (definition === undefined) throw new Error(`There is no ${method}.`);
  const metadata = new Metadata();
  metadata.set("x-operator-key", OPERATOR_KEY);
  const data = Buffer.from(JSON.stringify(body));
  const request = definition.requestSerialize({ body: { content_type: "application/json", data } });
  const reply = definition.responseDeserialize(await unary(client, definition.path, request, metadata));
  return JSON.parse(String((reply as { data: Buffer }).data)) as Record<string, unknown>;
}
