import { availableParallelism } from "node:os";
import path from "node:path";
import { services, type Service } from "@jst/fleet";
import { envoyArguments, renderGateway, type Address, type GatewaySettings } from "@jst/gateway";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { readTracing, repository } from "../config.ts";
import { host, type Ports } from "../ports.ts";
import { replaceFile } from "../state.ts";
import { expectOk } from "./exchange.ts";
import { baseUrl, doorsOf } from "./service.ts";

/** More workers than these only open more connections to the services, which have one process each. */
const mostWorkers = 4;

/** Workers of a gateway on this machine. */
export const gatewayWorkers = (): number => Math.min(availableParallelism(), mostWorkers);

/** Envoy, with the configuration that the gateway package renders for this fleet's ports. */
export const gateway: Component = {
  name: "gateway",
  ports: ({ gateway: port, gatewayAdmin }) => [
    { port, purpose: "the gateway" },
    { port: gatewayAdmin, purpose: "the gateway's admin door" },
  ],

  async prepare(fleet, { envoy }) {
    const { paths } = fleet;
    const config = path.join(paths.configDir, "envoy.yaml");
    await replaceFile(config, renderGateway(gatewaySettings(fleet)));
    return {
      name: "gateway",
      stage: "gateway",
      command: envoy,
      args: envoyArguments(config, gatewayWorkers()),
      env: baseEnvironment(),
      cwd: "/",
      stopSignal: "SIGTERM",
      stopLimitMs: 5_000,
      log: paths.log("gateway"),
      url: adminUrl(fleet),
    };
  },

  probe: (fleet) => expectOk(`${adminUrl(fleet)}/ready`),
};

function adminUrl({ ports }: Fleet): string {
  return `http://${host}:${ports.gatewayAdmin}`;
}

/** The clusters that stand for a service's doors, as the generated routes name them. */
function clustersOf({ name, doors }: Service, ports: Ports): [string, Address][] {
  const { grpc, http } = doorsOf(ports.services, name);
  const ofDoor = {
    grpc: [name, { host, port: grpc }],
    http: [`${name}_http`, { host, port: http }],
  } as const;
  return doors.map((door): [string, Address] => [...ofDoor[door]]);
}

/** How this fleet's gateway is rendered. */
export function gatewaySettings(fleet: Fleet): GatewaySettings {
  const { ports, paths, secrets } = fleet;
  const tlsDir = secrets.tlsDir("gateway");
  const tracing = readTracing();
  return {
    publicPort: ports.gateway,
    adminPort: ports.gatewayAdmin,
    host,
    baseUrl: baseUrl(fleet),
    clusters: Object.fromEntries(services.flatMap((service) => clustersOf(service, ports))),
    ...(tlsDir !== undefined && { tlsDir }),
    corsOrigins: [],
    agentOrigins: [],
    ...(tracing && {
      traceCollector: { host: tracing.collector.hostname, port: Number(tracing.collector.port || 80) },
      tracePercent: tracing.percent,
    }),
    accessLog: paths.log("access"),
    descriptorPath: path.join(repository, "gateway/gen/descriptor.binpb"),
  };
}
