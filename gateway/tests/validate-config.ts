import { spawnSync } from "node:child_process";

/** Envoy warns of this option in every release so far; verbs.test.ts shows what the gateway uses of it. */
const KNOWN_WARNING = /^.*Http1ProtocolOptions\.allow_custom_methods' is marked as work-in-progress.*\n/gm;

/** Runs Envoy on a file of configuration; answers how it ended, and its warnings without the known one. */
export function validateConfig(envoy: string, path: string): { status: number | null; log: string } {
  const args = ["--mode", "validate", "-c", path, "--log-level", "warning"];
  const { status, stderr } = spawnSync(envoy, args, { encoding: "utf8" });
  return { status, log: stderr.replaceAll(KNOWN_WARNING, "") };
}
