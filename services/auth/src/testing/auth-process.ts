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

/** Programs of the package: both workloads, account alone, or the one process of a fleet that is not divided yet. */
type Programs = "divided" | "account" | "undivided";

const programs: Readonly<Record<Programs, readonly [check: string, account: string]>> = {
  divided: ["main.ts", "account-main.ts"],
  account: ["account-main.ts", "account-main.ts"],
  undivided: ["undivided-main.ts", "undivided-main.ts"],
};

/** The workloads as processes of their own, reached as the gateway and jst reach them. */
export interface AuthProcess {
  /** Public keys that its caller tokens verify with. */
  jwks: string;
  check: (request: SentRequest) => Promise<CheckAnswer>;
  operate: (method: string, body: unknown) => Promise<Record<string, unknown>>;
  /** Ends them at once, as kill -9 does. */
  kill: () => Promise<void>;
  /** Ends them as an orchestrator does; the highest exit code, and all they have printed. */
  stop: () => Promise<{ code: number; output: string }>;
}

/** Starts the programs and waits until they are ready. */
export async function startAuthProcess(
  database: TestDatabase,
  { topicPrefix = `test-${randomUUID()}.`, run = "divided" }: { topicPrefix?: string; run?: Programs } = {},
): Promise<AuthProcess> {
  const files = keyFiles();
  const names = [...new Set(programs[run])];
  const started = await Promise.all(
    names.map((name) =>
      startProgram(name, { ...environmentOf(database, topicPrefix), ...files.environment }),
    ),
  );
  const [check, account = check] = started;
  if (check === undefined || account === undefined) throw new Error("Name a program.");
  return {
    jwks: files.jwks,
    check: async (request) => checkAnswer(await unary(check.client, CHECK, checkRequest(request))),
    operate: (method, body) => operate(account.client, method, body),
    kill: async () => {
      await Promise.all(started.map(({ end }) => end("SIGKILL")));
    },
    stop: async () => {
      const codes = await Promise.all(started.map(({ end }) => end("SIGTERM")));
      return {
        code: Math.max(...codes.map((code) => code ?? 1)),
        output: started.map(({ output }) => output()).join(""),
      };
    },
  };
}

function environmentOf(database: TestDatabase, topicPrefix: string): NodeJS.ProcessEnv {
  return {
    BASE_URL,
    LOG_LEVEL: "debug",
    DATABASE_URL: database.url,
    LOOKUP_DATABASE_URL: database.urlOf("auth_lookup"),
    RELAY_DATABASE_URL: database.urlOf("auth_relay"),
    AUDIT_DATABASE_URL: database.urlOf("auth_audit"),
    ...testBrokerSettings(),
    TOPIC_PREFIX: topicPrefix,
    REDIS_URL: testRedisUrl(),
    // No test of this file reads the log or mails a link.
    EMR_GRPC: "127.0.0.1:1",
    COMMS_GRPC: "127.0.0.1:1",
  };
}

/** Starts one program and waits until it is ready. */
async function startProgram(name: string, environment: NodeJS.ProcessEnv) {
  const [grpcPort, opsPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { GRPC_PORT: String(grpcPort), OPS_PORT: String(opsPort), HTTP_PORT: String(httpPort) };
  const program = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const child = spawn(process.execPath, [program], { env: { ...environment, ...ports } });
  after(() => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  await untilReady(
    opsPort,
    () => (child.exitCode ?? child.signalCode) !== null,
    () => output,
  );
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure());
  after(() => client.close());
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = (await once(child, "exit")) as [number | null];
    client.close();
    return code;
  };
  return { client, end, output: () => output };
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
