import { isIP } from "node:net";
import path from "node:path";
import type { Address, GatewaySettings } from "./settings.ts";
import { fill, type Tree } from "./template.ts";

/** Cluster templates of envoy.yaml. */
export interface ClusterTemplates {
  grpc: Tree;
  http: Tree;
  /** Discovery of the addresses behind a name. */
  discovery: Tree;
  /** The transport of a cluster whose service proves itself and asks the same. */
  tls: Tree;
}

/** One cluster for each name, in that order. Throws one error that lists every name without an address. */
export function clustersOf(
  names: readonly string[],
  { clusters: addresses, tlsDir }: Pick<GatewaySettings, "clusters" | "tlsDir">,
  templates: ClusterTemplates,
): Tree[] {
  const missing = names.filter((name) => addresses[name] === undefined);
  if (missing.length > 0) throw new Error(`no address in settings.clusters for: ${missing.join(", ")}`);
  return names.flatMap((name) => {
    const address = addresses[name];
    if (address === undefined) return [];
    const isHttp = name.endsWith("_http");
    const { host, port } = address;
    const cluster = {
      ...(fill(isHttp ? templates.http : templates.grpc, { name, host, port }) as Record<string, Tree>),
      ...(isName(address) ? (templates.discovery as Record<string, Tree>) : { type: "STATIC" }),
    };
    if (tlsDir === undefined) return [cluster];
    const transport = fill(templates.tls, {
      service: name.replace(/_http$/, ""),
      protocol: isHttp ? "http/1.1" : "h2",
      authorities: path.join(tlsDir, "ca.crt"),
      certificate: path.join(tlsDir, "tls.crt"),
      key: path.join(tlsDir, "tls.key"),
    });
    return [{ ...cluster, transport_socket: transport }];
  });
}

/** Whether Envoy has to look the address up; it does so again and again. */
export function isName({ host }: Address): boolean {
  return isIP(host) === 0;
}
