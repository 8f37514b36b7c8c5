import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../../../dev/src/process/run.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { addresses, nodeName } from "./addresses.ts";
import { startRuntime } from "./container-runtime.ts";
import { startControlPlane, type ControlPlane } from "./control-plane.ts";
import { dnsObjects } from "./dns.ts";
import { startEnforcer } from "./enforcer.ts";
import { writeKubeconfig, type User } from "./identities.ts";
import { makeKubeletClient, startKubelet, type KubeletClient } from "./kubelet.ts";
import { startPart, waitFor, type Part } from "./part.ts";

/** Programs and folders that a node is built from. */
export interface NodeMaterial {
  /** The program that is every part of Kubernetes. */
  kubernetes: string;
  /** Archive with every image that pods may use. */
  images: string;
  /** Emptied first. */
  folder: string;
  /** Group of processes that pods are below. */
  group: string;
}

/** A cluster of one node, on which pods run. */
export interface Node {
  kubeconfig: string;
  /** Ends what this process does itself; every other ends with it. */
  stop(): Promise<void>;
}

const readyLimitMs = 180_000;

/** Starts it, inside of the namespaces that runAsNode made. */
export async function startNode(material: NodeMaterial, progress: Progress): Promise<Node> {
  const { kubernetes, folder } = material;
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "log"), { recursive: true });
  const client = await makeKubeletClient(folder);
  const plane = await progress.step("etcd and the API server", () =>
    startControlPlane(kubernetes, path.join(folder, "control-plane"), {
      address: addresses.node,
      flags: serverFlags(client),
    }),
  );
  await startControllers(kubernetes, folder, plane);
  await progress.step("containerd and the images", () => startRuntime(folder, material.images));
  const kubelet = await startNodeParts(material, plane, client);
  const enforcer = startEnforcer(plane.accessOf("admin"));
  await progress.step("the kubelet and cluster DNS", () =>
    waitUntilReady(kubernetes, folder, plane, kubelet),
  );
  return { kubeconfig: plane.kubeconfig, stop: () => enforcer.stop() };
}

/** How it reaches the kubelet, for logs and forwarded ports. */
function serverFlags({ certificate, key }: KubeletClient): Record<string, string> {
  return {
    "kubelet-client-certificate": certificate,
    "kubelet-client-key": key,
    "kubelet-preferred-address-types": "InternalIP",
    "allow-privileged": "true",
  };
}

async function kubeconfigOf(user: User, folder: string, plane: ControlPlane): Promise<string> {
  return writeKubeconfig(path.join(folder, `${user}.json`), plane.accessOf(user));
}

async function startControllers(kubernetes: string, folder: string, plane: ControlPlane): Promise<void> {
  const as = async (user: User): Promise<Record<string, string>> => {
    const kubeconfig = await kubeconfigOf(user, folder, plane);
    return {
      kubeconfig,
      "authentication-kubeconfig": kubeconfig,
      "authorization-kubeconfig": kubeconfig,
      // There is one of each.
      "leader-elect": "false",
    };
  };
  startPart(kubernetes, folder, "kube-controller-manager", {
    ...(await as("controllers")),
    "use-service-account-credentials": "true",
    "service-account-private-key-file": plane.identities.files.signing,
    // In-cluster clients verify the API server by it.
    "root-ca-file": plane.accessOf("admin").certificate,
    "allocate-node-cidrs": "true",
    "cluster-cidr": addresses.pods,
    "horizontal-pod-autoscaler-sync-period": "5s",
  });
  startPart(kubernetes, folder, "kube-scheduler", await as("scheduler"));
}

async function startNodeParts(
  { kubernetes, folder, group }: NodeMaterial,
  plane: ControlPlane,
  client: KubeletClient,
): Promise<Part> {
  const kubeconfig = await kubeconfigOf("node", folder, plane);
  const kubelet = await startKubelet(kubernetes, folder, { kubeconfig, client, group });
  const proxy = path.join(folder, "proxy-config.json");
  await writeFile(
    proxy,
    JSON.stringify({
      apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
      kind: "KubeProxyConfiguration",
      mode: "nftables",
      clientConnection: { kubeconfig: await kubeconfigOf("proxy", folder, plane) },
      clusterCIDR: addresses.pods,
      hostnameOverride: nodeName,
      // The machine's limits of connections are not this cluster's to change.
      conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
    }),
  );
  startPart(kubernetes, folder, "kube-proxy", { config: proxy });
  return kubelet;
}

async function waitUntilReady(
  kubernetes: string,
  folder: string,
  { kubeconfig }: ControlPlane,
  kubelet: Part,
): Promise<void> {
  const kubectl = (...args: string[]): Promise<string> =>
    run(kubernetes, ["kubectl", "--kubeconfig", kubeconfig, ...args]);
  const objects = path.join(folder, "dns.json");
  await writeFile(objects, JSON.stringify({ apiVersion: "v1", kind: "List", items: dnsObjects }));
  await kubectl("apply", "--filename", objects);
  const holds =
    (...args: string[]) =>
    async (): Promise<boolean> =>
      (await kubectl(...args)) !== "";
  const node = holds("wait", "--for=condition=Ready", `node/${nodeName}`, "--timeout=1s");
  await waitFor("the node is ready", kubelet, node, readyLimitMs);
  const dns = holds("-n", "kube-system", "rollout", "status", "deploy/coredns", "--timeout=1s");
  await waitFor("names are resolved", kubelet, dns, readyLimitMs);
}
