import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../../../dev/src/process/run.ts";
import { addresses, nodeName } from "./addresses.ts";
import { runtimeSocket } from "./container-runtime.ts";
import { startPart, type Part } from "./part.ts";

/** Self-signed certificate and key by which the kubelet recognizes the API server. */
export interface KubeletClient {
  certificate: string;
  key: string;
}

/** Makes it; `O` is the group that may do everything. */
export async function makeKubeletClient(folder: string): Promise<KubeletClient> {
  const client = { certificate: path.join(folder, "client.crt"), key: path.join(folder, "client.key") };
  const subject = ["-subj", "/O=system:masters/CN=apiserver", "-addext", "extendedKeyUsage=clientAuth"];
  const kind = [
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "30",
  ];
  await run("openssl", ["req", ...kind, ...subject, "-keyout", client.key, "-out", client.certificate]);
  return client;
}

/** Starts the kubelet, its pods below the group of processes. */
export async function startKubelet(
  program: string,
  folder: string,
  given: { kubeconfig: string; client: KubeletClient; group: string },
): Promise<Part> {
  const home = path.join(folder, "kubelet");
  await mkdir(home, { recursive: true });
  // Resolver of pods for names outside of the cluster; it resolves none.
  const resolver = path.join(home, "resolv.conf");
  await writeFile(resolver, "nameserver 127.0.0.1\n");
  const file = path.join(home, "config.json");
  await writeFile(file, JSON.stringify(configuration(home, resolver, given)));
  return startPart(program, folder, "kubelet", {
    config: file,
    kubeconfig: given.kubeconfig,
    "root-dir": home,
    "cert-dir": path.join(home, "pki"),
    "hostname-override": nodeName,
    "node-ip": addresses.node,
  });
}

function configuration(
  home: string,
  resolver: string,
  { client, group }: { client: KubeletClient; group: string },
): object {
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    address: addresses.node,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: client.certificate },
    },
    authorization: { mode: "Webhook" },
    cgroupDriver: "cgroupfs",
    cgroupRoot: group,
    failCgroupV1: false,
    failSwapOn: false,
    oomScoreAdj: 0,
    localStorageCapacityIsolation: false,
    clusterDomain: "cluster.local",
    clusterDNS: [addresses.dns],
    containerRuntimeEndpoint: `unix://${runtimeSocket}`,
    resolvConf: resolver,
    podLogsDir: path.join(home, "logs"),
    volumePluginDir: path.join(home, "plugins"),
    // The machine's disk is not this cluster's to free.
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    evictionHard: { "memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%" },
    registryPullQPS: 0,
  };
}
