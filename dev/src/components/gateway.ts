import path from "node:path";
import { envoyArguments, renderGateway } from "@jst/gateway";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { repository } from "../config.ts";
import { host } from "../ports.ts";
import { replaceFile } from "../state.ts";
import { expectOk } from "./exchange.ts";
import { baseUrl, doorsOf } from "./service.ts";

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
    await replaceFile(config, render(fleet));
    return {
      name: "gateway",
      stage: "gateway",
      command: envoy,
      args: envoyArguments(config),
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

function render(fleet: Fleet): string {
  const { ports, paths } = fleet;
  const grpc = (name: string): { host: string; port: number } => ({
    host,
    port: doorsOf(ports.services, name).grpc,
  });
  return renderGateway({
    publicPort: ports.gateway,
    adminPort: ports.gatewayAdmin,
    host,
    baseUrl: baseUrl(fleet),
    clusters: {
      auth: grpc("auth"),
      data: grpc("data"),
      crm: grpc("crm"),
      agent: grpc("agent"),
      agent_http: { host, port: doorsOf(ports.services, "agent").http },
    },
    corsOrigins: [],
    accessLog: paths.log("access"),
    descriptorPath: path.join(repository, "gateway/gen/descriptor.binpb"),
  });
}
