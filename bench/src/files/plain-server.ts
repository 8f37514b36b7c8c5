import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { baseEnvironment } from "../../../dev/src/component.ts";
import { until } from "../../../dev/src/process/until.ts";

const startLimitMs = 15_000;

/** Peers of files: a plain server of one file, and the same behind a gateway that only forwards bytes. */
export interface PlainServer {
  direct: string;
  behindGateway: string;
  stop: () => Promise<void>;
}

/** Starts both; `envoy` is the program of the fleet's own gateway, `directory` takes its configuration. */
export async function startPlainServer(options: {
  envoy: string;
  directory: string;
  file: string;
  ports: { plain: number; plainGateway: number };
}): Promise<PlainServer> {
  const { plain, plainGateway } = options.ports;
  const config = path.join(options.directory, "plain-gateway.json");
  await writeFile(config, JSON.stringify(bareGateway(plainGateway, plain)));
  const env = { ...baseEnvironment(), PLAIN_FILE: options.file, PLAIN_PORT: String(plain) };
  const children = [
    spawn(process.execPath, [path.join(import.meta.dirname, "plain-main.ts")], { env, stdio: "inherit" }),
    spawn(options.envoy, ["-c", config, "--log-level", "error", "--use-dynamic-base-id"], {
      stdio: "inherit",
    }),
  ];
  const stop = async () => {
    await Promise.all(children.map(ended));
  };
  const [direct, behindGateway] = [plain, plainGateway].map((port) => `http://127.0.0.1:${port}/`);
  if (direct === undefined || behindGateway === undefined) throw new Error("A port is missing.");
  if (await until(() => isServed(behindGateway), startLimitMs)) return { direct, behindGateway, stop };
  await stop();
  throw new Error("The plain server does not start; see above.");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

async function isServed(address: string): Promise<boolean> {
  const reply = await fetch(address, { method: "HEAD" }).catch(() => undefined);
  return reply?.status === 200;
}

/** A gateway of one route without any filter but the router. */
function bareGateway(port: number, upstream: number): object {
  const address = (port_value: number) => ({ socket_address: { address: "127.0.0.1", port_value } });
  const router = "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router";
  const manager =
    "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager";
  const route = { match: { prefix: "/" }, route: { cluster: "plain", timeout: "0s" } };
  const connections = {
    "@type": manager,
    stat_prefix: "plain",
    http_filters: [{ name: "router", typed_config: { "@type": router } }],
    route_config: { virtual_hosts: [{ name: "plain", domains: ["*"], routes: [route] }] },
  };
  const filters = [{ name: "http", typed_config: connections }];
  const endpoints = [{ lb_endpoints: [{ endpoint: { address: address(upstream) } }] }];
  return {
    static_resources: {
      listeners: [{ name: "plain", address: address(port), filter_chains: [{ filters }] }],
      clusters: [{ name: "plain", load_assignment: { cluster_name: "plain", endpoints } }],
    },
  };
}
