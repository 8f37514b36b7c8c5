import assert from "node:assert/strict";
import { kubectl } from "../node/kubectl.ts";
import { helmProgram } from "./config.ts";
import { run } from "../../../dev/src/process/run.ts";

/** Label that names what a pod is part of. */
export const component = "app.kubernetes.io/component";

/** Numbers of the doors (charts/fleet/templates/_settings.tpl). */
export const doors = { public: 8080, grpc: 9000, http: 8000, ops: 9100 } as const;

/** A pod of a release. */
export interface RunningPod {
  metadata: { name: string; uid: string; labels: Record<string, string>; deletionTimestamp?: string };
  spec: { containers: { image: string }[] };
  status: { podIP: string };
}

/** The running pods that a release's Deployments made, in the namespace of its name; also those that are ending. */
export async function podsOf(release: string): Promise<RunningPod[]> {
  const selector = `app.kubernetes.io/instance=${release},pod-template-hash`;
  const args = ["get", "pods", "--selector", selector, "--field-selector", "status.phase=Running"];
  const output = await kubectl("--namespace", release, ...args, "--output", "json");
  return (JSON.parse(output) as { items: RunningPod[] }).items;
}

/** Runs helm on the release of a namespace of its name. */
export function helm(release: string, command: string, ...args: readonly string[]): Promise<string> {
  return run(helmProgram(), [command, release, ...args, "--namespace", release], { shownChars: 8_000 });
}

/** Runs `helm test`; a failure carries what its pod said, which is removed only when it succeeds. */
export async function helmTest(release: string): Promise<void> {
  try {
    assert.match(await helm(release, "test", "--timeout", "180s"), /Phase:\s+Succeeded/);
  } catch (cause) {
    const log = await kubectl("--namespace", release, "logs", `${release}-test`, "--tail=40").catch(String);
    throw new Error(`helm test ${release} failed:\n${log}`, { cause });
  }
}

/** Runs `jst` on the fleet of a namespace and answers its JSON. */
export async function jst<T>(namespace: string, ...args: readonly string[]): Promise<T> {
  const place = ["--context", "test", "--namespace", namespace, "--json"];
  return JSON.parse(await run("./jst", [...args, ...place], { cwd: repository })) as T;
}

const repository = new URL("../../..", import.meta.url).pathname;

/** A new service token of a new team. */
export async function newToken(namespace: string, slug: string): Promise<string> {
  await jst(namespace, "team", "create", slug);
  const mint = ["token", "mint", "--team", slug, "--type", "service"];
  return (await jst<{ value: string }>(namespace, ...mint)).value;
}
