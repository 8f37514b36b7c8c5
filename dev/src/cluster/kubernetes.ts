import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../config.ts";
import { fillOnce } from "../fetch/cache.ts";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";

const source = path.join(repository, "dev/kubernetes");
const version = { major: "1", minor: "34", patch: "4" };

/**
 * The program of dev/kubernetes, built from Go modules that go.sum pins: about six minutes of CPU the first time, then it
 * lies in the cache. It gives the rest of the machine precedence.
 */
export async function fetchKubernetes(cacheDir: string): Promise<string> {
  const digest = createHash("sha256").update(process.arch);
  for (const file of ["go.mod", "go.sum", "main.go"]) digest.update(await readFile(path.join(source, file)));
  const dir = await fillOnce(path.join(cacheDir, `kubernetes-${digest.digest("hex").slice(0, 12)}`), build);
  return path.join(dir, "kubernetes");
}

async function build(target: string): Promise<void> {
  const { major, minor, patch } = version;
  const its = "k8s.io/component-base/version";
  // Else its parts take themselves for version 0.
  const facts = [
    `-X ${its}.gitVersion=v${major}.${minor}.${patch}`,
    `-X ${its}.gitMajor=${major}`,
    `-X ${its}.gitMinor=${minor}`,
  ];
  const args = [
    "-trimpath",
    "-ldflags",
    ["-s", "-w", ...facts].join(" "),
    "-o",
    path.join(target, "kubernetes"),
  ];
  const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-mod=readonly -buildvcs=false -p=1" };
  try {
    await run("nice", ["-n", "15", "go", "build", ...args, "."], { cwd: source, env });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`Kubernetes could not be built: it takes Go 1.24 or later.\n${reason}`, {
      cause,
    });
  }
}
