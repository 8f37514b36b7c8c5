import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { fillOnce, pinFile, pinnedDir } from "./cache.ts";

/** A program of one Go module in this tree, whose go.sum pins everything it is made of. */
export interface GoModule {
  name: string;
  folder: string;
  /** Variables that the linker sets. */
  variables?: Readonly<Record<string, string>>;
}

/** Builds the program once for its sources, and answers its path; the first time may take minutes. */
export async function buildGoModule(cacheDir: string, module: GoModule): Promise<string> {
  const { name, folder, variables = {} } = module;
  const digest = createHash("sha256").update(process.arch);
  for (const file of ["go.mod", "go.sum", "main.go"].map((one) => path.join(folder, one)))
    if (existsSync(file)) digest.update(await readFile(file));
  const set = Object.entries(variables).map(([variable, value]) => `-X ${variable}=${value}`);
  const linked = ["-trimpath", "-ldflags", ["-s", "-w", ...set].join(" ")];
  const dir = await fillOnce(path.join(cacheDir, `${name}-${digest.digest("hex").slice(0, 12)}`), (part) =>
    go(["build", ...linked, "-o", path.join(part, name), "."], { cwd: folder, GOFLAGS: "-mod=readonly" }, name),
  );
  return path.join(dir, name);
}

/**
 * Builds the Go program pinned in `dev/pins/<name>.txt` as package@version and answers its path; Go checks what it downloads
 * against its public list of checksums.
 */
export async function fetchGoProgram(cacheDir: string, name: string): Promise<string> {
  const pins = pinFile(`${name}.txt`);
  const wanted = (await readFile(pins, "utf8")).trim();
  const dir = await fillOnce(await pinnedDir(cacheDir, name, pins), (part) => {
    const args = ["install", "-trimpath", "-ldflags", "-s -w", wanted];
    return go(args, { GOBIN: part, GOFLAGS: "-mod=mod" }, wanted);
  });
  // Go names a program after the last part of its path.
  return path.join(dir, path.basename(wanted.slice(0, wanted.lastIndexOf("@"))));
}

/** It gives the rest of the machine precedence. */
async function go(
  args: readonly string[],
  { cwd, ...more }: { cwd?: string; GOBIN?: string; GOFLAGS: string },
  what: string,
): Promise<void> {
  const flags = `${more.GOFLAGS} -buildvcs=false -p=1`;
  const env = { ...process.env, CGO_ENABLED: "0", ...more, GOFLAGS: flags };
  try {
    await run("nice", ["-n", "15", "go", ...args], { env, ...(cwd !== undefined && { cwd }) });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${what} could not be built: it takes Go 1.26 or later.\n${reason}`, { cause });
  }
}
