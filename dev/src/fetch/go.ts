import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { fillOnce } from "./cache.ts";

/** A program of one Go module in this tree, whose go.sum pins everything it is made of. */
export interface GoModule {
  name: string;
  folder: string;
  /** The package with the program: the module's own, or a tool that its go.mod names. */
  program?: string;
  /** Variables that the linker sets. */
  variables?: Readonly<Record<string, string>>;
  /** Packages compiled at once: 1, which takes little memory, unless somebody waits for it. */
  packagesAtOnce?: number;
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
    build(path.join(part, name), linked, module),
  );
  return path.join(dir, name);
}

/** A program, or the reason why this machine has none. */
export type Built = { program: string } | { reason: string };

/** The same where one can do without: the reason where the program cannot be built, as on a machine without Go. */
export async function builtOrWhyNot(cacheDir: string, module: GoModule): Promise<Built> {
  try {
    return { program: await buildGoModule(cacheDir, module) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { reason: error.message };
  }
}

/** It gives the rest of the machine precedence. */
async function build(target: string, linked: readonly string[], module: GoModule): Promise<void> {
  const { name, folder, program = ".", packagesAtOnce = 1 } = module;
  const flags = `-mod=readonly -buildvcs=false -p=${packagesAtOnce}`;
  const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: flags };
  try {
    await run("nice", ["-n", "15", "go", "build", ...linked, "-o", target, program], { cwd: folder, env });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${name} could not be built: it takes Go 1.26 or later.\n${reason}`, { cause });
  }
}
