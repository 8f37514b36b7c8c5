import path from "node:path";
import { repository } from "../../../dev/src/config.ts";
import { buildGoModule } from "../../../dev/src/fetch/go.ts";

const source = path.join(repository, "drills/cluster/kubernetes");
const version = { major: "1", minor: "34", patch: "4" };

/**
 * Builds the program of drills/cluster/kubernetes, which is every part of a cluster, and returns its path. The first
 * build takes about six minutes of CPU; later calls find it in the cache.
 */
export function fetchKubernetes(cacheDir: string): Promise<string> {
  const { major, minor, patch } = version;
  const its = "k8s.io/component-base/version";
  // Else its parts take themselves for version 0.
  const variables = {
    [`${its}.gitVersion`]: `v${major}.${minor}.${patch}`,
    [`${its}.gitMajor`]: major,
    [`${its}.gitMinor`]: minor,
  };
  return buildGoModule(cacheDir, { name: "kubernetes", folder: source, variables });
}

/** The names of a cluster. */
export function fetchDns(cacheDir: string): Promise<string> {
  return buildGoModule(cacheDir, { name: "coredns", folder: path.join(source, "coredns") });
}

/** The first process of every pod. */
export function fetchPause(cacheDir: string): Promise<string> {
  return buildGoModule(cacheDir, { name: "pause", folder: path.join(source, "pause") });
}
