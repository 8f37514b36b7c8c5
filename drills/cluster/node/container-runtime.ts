import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { run } from "../../../dev/src/process/run.ts";
import { addresses } from "./addresses.ts";
import { networkPlugins } from "./machine.ts";
import { startProcess, waitFor, type Part } from "./part.ts";

/** Where the kubelet finds it. */
export const runtimeSocket = "/run/containerd/containerd.sock";
/** Image of every pod's first process. */
export const pauseImage = "docker.io/jst/pause:0.1.0";

const startLimitMs = 60_000;

/**
 * Starts containerd with the images of an archive in it. Pods get a routed network, so that every packet passes the
 * node's rules.
 */
export async function startRuntime(folder: string, images: string): Promise<Part> {
  const plugins = path.join(folder, "network");
  await mkdir(plugins, { recursive: true });
  await writeFile(path.join(plugins, "10-pods.conflist"), JSON.stringify(podNetwork(folder)));
  const file = path.join(folder, "containerd.toml");
  await writeFile(file, settings(folder, plugins));
  const part = startProcess(folder, "containerd", ["containerd", "--config", file]);
  const answers = async (): Promise<boolean> => (await ctr("version")) !== "";
  await waitFor("containerd answers", part, answers, startLimitMs);
  await ctr("images", "import", images);
  return part;
}

/** Gives images another tag too. */
export async function tagImages(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names)
    await ctr("images", "tag", "--force", `docker.io/jst/${name}:${from}`, `docker.io/jst/${name}:${to}`);
}

function ctr(...args: readonly string[]): Promise<string> {
  return run("ctr", ["--address", runtimeSocket, "--namespace", "k8s.io", ...args]);
}

function podNetwork(folder: string): object {
  const ipam = {
    type: "host-local",
    ranges: [[{ subnet: addresses.pods.replace("/16", "/24") }]],
    routes: [{ dst: "0.0.0.0/0" }],
    dataDir: path.join(folder, "leases"),
  };
  return { cniVersion: "1.0.0", name: "pods", plugins: [{ type: "ptp", ipMasq: false, ipam }] };
}

function settings(folder: string, plugins: string): string {
  const cri = `plugins."io.containerd.grpc.v1.cri"`;
  return `version = 2
root = "${path.join(folder, "containerd")}"
state = "/run/containerd"
[grpc]
address = "${runtimeSocket}"
[${cri}]
sandbox_image = "${pauseImage}"
disable_apparmor = true
# A machine that may not lower it would start no pod.
restrict_oom_score_adj = true
[${cri}.cni]
bin_dir = "${networkPlugins}"
conf_dir = "${plugins}"
`;
}
