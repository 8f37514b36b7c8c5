import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { envoyArguments, renderGateway, type GatewaySettings } from "../src/index.ts";
import { clusterNames, readRoutes } from "../src/routes.ts";
import { envoyBinary } from "./config.ts";
import { buildDescriptor } from "./fixture/protos.ts";
import { fixtureRoutes } from "./fixture/routes.ts";
import { freePort, type Running } from "./upstreams/listen.ts";

const START_TIMEOUT_MS = 60_000;

/** A real Envoy on the fixture's routes. */
export interface TestGateway extends Running {
  adminPort: number;
  /** The access log so far, one parsed line per finished request. */
  accessLog(): Record<string, unknown>[];
}

/** Public URL that problem types begin with in these tests. */
export const BASE_URL = "https://api.example.test";

/** The origin whose browsers may call in these tests. */
export const ORIGIN = "https://app.example.test";

/** The origin whose browsers may call the MCP servers alone. */
export const AGENT_ORIGIN = "https://agent.example.test";

/** Settings for the fixture in `folder`; nothing listens on the cluster `lost`. */
export async function fixtureSettings(
  folder: string,
  ports: { auth: number; things: number; plain: number },
): Promise<GatewaySettings> {
  const routesPath = join(folder, "routes.json");
  writeFileSync(routesPath, JSON.stringify(fixtureRoutes()));
  const at = (port: number): { host: string; port: number } => ({ host: "127.0.0.1", port });
  return {
    ...(await loopback()),
    clusters: {
      auth: at(ports.auth),
      things: at(ports.things),
      things_http: at(ports.plain),
      lost: at(await freePort()),
    },
    accessLog: join(folder, "access.log"),
    descriptorPath: buildDescriptor(folder),
    routesPath,
  };
}

/** Starts Envoy in front of the given upstreams and answers when it is ready. */
export async function startGateway(ports: {
  auth: number;
  things: number;
  plain: number;
}): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), "jst-gateway-"));
  return startEnvoy(folder, await fixtureSettings(folder, ports));
}

/** Starts Envoy on the routes of the real contract; only auth listens. */
export async function startRealGateway(authPort: number): Promise<TestGateway> {
  const generated = join(import.meta.dirname, "../gen");
  const folder = mkdtempSync(join(tmpdir(), "jst-gateway-"));
  const nowhere = { host: "127.0.0.1", port: await freePort() };
  const names = clusterNames(readRoutes(join(generated, "routes.json")).routes);
  return startEnvoy(folder, {
    ...(await loopback()),
    clusters: {
      ...Object.fromEntries(names.map((name) => [name, nowhere])),
      auth: { host: "127.0.0.1", port: authPort },
    },
    accessLog: null,
    descriptorPath: join(generated, "descriptor.binpb"),
  });
}

/** Starts Envoy on what the generator made of other protos; `ports` by cluster. */
export async function startGeneratedGateway(
  generated: { routes: string; descriptor: Uint8Array },
  ports: Readonly<Record<string, number>>,
): Promise<TestGateway> {
  const folder = mkdtempSync(join(tmpdir(), "jst-gateway-"));
  const routesPath = join(folder, "routes.json");
  const descriptorPath = join(folder, "descriptor.binpb");
  writeFileSync(routesPath, generated.routes);
  writeFileSync(descriptorPath, generated.descriptor);
  const clusters = Object.entries(ports).map(([name, port]) => [name, { host: "127.0.0.1", port }]);
  return startEnvoy(folder, {
    ...(await loopback()),
    clusters: Object.fromEntries(clusters) as GatewaySettings["clusters"],
    accessLog: null,
    descriptorPath,
    routesPath,
  });
}

async function loopback(): Promise<
  Pick<GatewaySettings, "host" | "publicPort" | "adminPort" | "baseUrl" | "corsOrigins" | "agentOrigins">
> {
  return {
    host: "127.0.0.1",
    publicPort: await freePort(),
    adminPort: await freePort(),
    baseUrl: BASE_URL,
    corsOrigins: [ORIGIN],
    agentOrigins: [AGENT_ORIGIN],
  };
}

async function startEnvoy(folder: string, settings: GatewaySettings): Promise<TestGateway> {
  const config = join(folder, "envoy.yaml");
  writeFileSync(config, renderGateway(settings));
  const envoy = spawn(envoyBinary(), envoyArguments(config, 1), { stdio: ["ignore", "ignore", "pipe"] });
  const kill = (): boolean => envoy.kill("SIGKILL");
  process.once("exit", kill); // a test file that fails to start leaves no Envoy behind
  const log: string[] = [];
  envoy.stderr.on("data", (chunk: Buffer) => log.push(chunk.toString()));
  await ready(envoy, settings.adminPort, log);
  return {
    port: settings.publicPort,
    adminPort: settings.adminPort,
    accessLog: () => linesOf(join(folder, "access.log")),
    close: async () => {
      const ended = new Promise((resolve) => envoy.once("exit", resolve));
      envoy.kill();
      await ended;
      process.off("exit", kill);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Envoy writes whole buffers: the last line may be half a line, and is left for the next look. */
function linesOf(path: string): Record<string, unknown>[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function ready(envoy: ChildProcess, adminPort: number, log: string[]): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (envoy.exitCode !== null || Date.now() > deadline) {
      envoy.kill();
      throw new Error(`Envoy did not become ready:\n${log.join("")}`);
    }
    const answer = await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(20);
  }
}
