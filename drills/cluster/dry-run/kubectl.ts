import { spawnSync } from "node:child_process";
import { kubernetesProgram } from "./config.ts";
import type { Manifest } from "../../../charts/tests/helm.ts";

/** Exit status and output of kubectl. */
export interface Outcome {
  status: number | null;
  output: string;
}

/** Runs kubectl against the control plane that `make cluster-test` has started. */
export function kubectl(args: readonly string[], input = ""): Outcome {
  const options = { encoding: "utf8", input, maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(kubernetesProgram(), ["kubectl", ...args], options);
  return { status, output: `${stdout}${stderr}` };
}

/** Asks the server to take the objects without keeping them; a warning is a refusal. */
export function dryRun(namespace: string, objects: readonly Manifest[]): Outcome {
  const list = { apiVersion: "v1", kind: "List", items: objects };
  const strict = ["--dry-run=server", "--validate=strict", "--warnings-as-errors"];
  return kubectl(["apply", "--namespace", namespace, ...strict, "--filename", "-"], JSON.stringify(list));
}

/** A namespace that takes pods of the restricted level only, with the account every pod needs to exist. */
export function makeNamespace(name: string): void {
  const level = "pod-security.kubernetes.io";
  const labels = { [`${level}/enforce`]: "restricted", [`${level}/warn`]: "restricted" };
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
  // Without a controller nobody makes it.
  const account = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "default", namespace: name },
  };
  for (const object of [namespace, account]) {
    const { status, output } = kubectl(["create", "--filename", "-"], JSON.stringify(object));
    if (status !== 0) throw new Error(output);
  }
}
