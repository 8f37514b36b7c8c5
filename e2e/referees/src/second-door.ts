import { freePort, until } from "@jst/testing";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, stringify } from "yaml";
import { fleet } from "../../src/fleet.ts";

/** A second agent behind a second gateway, beside those of the fleet under test and on the same services. */
export interface SecondDoor {
  baseUrl: string;
  stop(): Promise<void>;
}

/** Time for a process to become ready, in milliseconds. */
const READY_MS = 60_000;
const host = "127.0.0.1";

/**
 * Starts the agent from another main program, with everything else as the running one has it, and a gateway that leads
 * to it instead.
 */
export async function startSecondDoor(main: string): Promise<SecondDoor> {
  const [http, ops] = [await freePort(), await freePort()];
  const [gateway, admin] = [await freePort(), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), "jst-second-"));
  const agent = spawnAgent(main, { HTTP_PORT: String(http), OPS_PORT: String(ops) });
  const config = path.join(folder, "envoy.yaml");
  writeFileSync(config, gatewayConfig({ http, gateway, admin }));
  const envoy = spawn(readlinkSync(`/proc/${pidOf("gateway")}/exe`), [
    ...["-c", config, "--concurrency", "1", "--disable-hot-restart", "--log-level", "error"],
  ]);
  const stop = async () => {
    await Promise.all([agent, envoy].map(stopProcess));
    rmSync(folder, { recursive: true });
  };
  try {
    await until("the second agent is ready", READY_MS, () => answers(`http://${host}:${ops}/health/ready`));
    await until("the second gateway is ready", READY_MS, () => answers(`http://${host}:${admin}/ready`));
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl: `http://${host}:${gateway}`, stop };
}

function pidOf(component: string): number {
  const pid = fleet().components[component]?.pid;
  if (pid === undefined) throw new Error(`The fleet has no ${component}.`);
  return pid;
}

/** Command and environment of the running agent, with another main program and other ports. */
function spawnAgent(main: string, ports: Record<string, string>): ChildProcess {
  const pid = pidOf("agent");
  const list = (file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0").filter(Boolean);
  const [command = "", ...args] = list("cmdline");
  const entries = list("environ").map((line): [string, string] => {
    const at = line.indexOf("=");
    return [line.slice(0, at), line.slice(at + 1)];
  });
  const env = { ...Object.fromEntries(entries), ...ports, LOG_LEVEL: "error" };
  return spawn(command, [...args.slice(0, -1), main], { env, stdio: ["ignore", "ignore", "inherit"] });
}

interface Socket {
  socket_address: { port_value: number };
}
interface EnvoyConfig {
  admin: { address: Socket };
  static_resources: {
    listeners: { address: Socket }[];
    clusters: {
      name: string;
      load_assignment: { endpoints: { lb_endpoints: { endpoint: { address: Socket } }[] }[] };
    }[];
  };
}

function gatewayConfig(ports: { http: number; gateway: number; admin: number }): string {
  const file = path.join(path.dirname(process.env["E2E_FLEET"] ?? ""), "config/envoy.yaml");
  const config = parse(readFileSync(file, "utf8")) as EnvoyConfig;
  const { listeners, clusters } = config.static_resources;
  const agent = clusters.find(({ name }) => name === "agent_http");
  const address = agent?.load_assignment.endpoints[0]?.lb_endpoints[0]?.endpoint.address;
  const [listener] = listeners;
  if (address === undefined || listener === undefined) throw new Error("The gateway leads to no agent.");
  config.admin.address.socket_address.port_value = ports.admin;
  listener.address.socket_address.port_value = ports.gateway;
  address.socket_address.port_value = ports.http;
  return stringify(config, { aliasDuplicateObjects: false, lineWidth: 0 });
}

async function answers(url: string): Promise<true | undefined> {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.status === 200 ? true : undefined;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
