import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { fillOnce, pinFile, pinnedDir } from "./cache.ts";
import { installWheel } from "./wheel.ts";

/** The Kubernetes whose objects the charts are checked against. */
const version = "1.34.0";

/** One file with the strict JSON Schema of every object of that Kubernetes. */
export async function fetchKubernetesSchemas(cacheDir: string): Promise<string> {
  const pins = pinFile("kubernetes-schemas.txt");
  const dir = await fillOnce(await pinnedDir(cacheDir, "kubernetes-schemas", pins), async (part) => {
    const wheel = path.join(part, "wheel");
    await installWheel(pins, wheel);
    // Skips some hundred megabytes of other versions.
    const folder = `kubernetes_validate/kubernetes-json-schema/v${version}-local-strict`;
    await rename(path.join(wheel, folder, "_definitions.json"), path.join(part, "definitions.json"));
    await rm(wheel, { recursive: true });
  });
  return path.join(dir, "definitions.json");
}
