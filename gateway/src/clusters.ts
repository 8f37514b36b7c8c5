import { isIP } from "node:net";
import type { Address } from "./settings.ts";
import { fill, type Tree } from "./template.ts";

/** Cluster templates of envoy.yaml. */
export interface ClusterTemplates {
  grpc: Tree;
  http: Tree;
}

/** One cluster for each name, in that order. Throws one error that lists every name without an address. */
export function clustersOf(
  names: readonly string[],
  addresses: Readonly<Record<string, Address>>,
  templates: ClusterTemplates,
): Tree[] {
  const missing = names.filter((name) => addresses[name] === undefined);
  if (missing.length > 0) throw new Error(`no address in settings.clusters for: ${missing.join(", ")}`);
  return names.flatMap((name) => {
    const address = addresses[name];
    if (address === undefined) return [];
    const template = name.endsWith("_http") ? templates.http : templates.grpc;
    return [
      fill(template, { name, discovery: discoveryOf(address), host: address.host, port: address.port }),
    ];
  });
}

/** How Envoy finds an address: names are resolved again and again. */
export function discoveryOf(address: Address): "STATIC" | "STRICT_DNS" {
  return isIP(address.host) === 0 ? "STRICT_DNS" : "STATIC";
}
