import { spawn } from "node:child_process";
import { once } from "node:events";
import { OperatorError } from "../../../dev/src/operator-error.ts";
import { run } from "../../../dev/src/process/run.ts";

/** Runs kubectl against the cluster of KUBECONFIG. */
export function kubectl(...args: readonly string[]): Promise<string> {
  return run("kubectl", args, { shownChars: 4_000 });
}

/** Creates or changes objects. */
export async function apply(objects: readonly object[], ...args: readonly string[]): Promise<void> {
  await applyText(JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }), ...args);
}

/** The same from a text, as other commands print it. */
export async function applyText(text: string, ...args: readonly string[]): Promise<void> {
  const words = ["apply", ...args, "--filename", "-"];
  const child = spawn("kubectl", words, { stdio: ["pipe", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  child.stdin.end(text);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new OperatorError(`The cluster refuses objects: ${errors.trim()}`);
}

/** Makes a namespace that holds pods to a level of Pod Security. */
export async function makeNamespace(name: string, level: "restricted" | "privileged"): Promise<void> {
  const labels = { "pod-security.kubernetes.io/enforce": level, "pod-security.kubernetes.io/warn": level };
  await apply([{ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } }]);
}
