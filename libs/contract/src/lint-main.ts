/** The static checks of the protos: buf lint, buf format, buf breaking. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { baseCommit, checkoutProtos, intendedBreaks } from "./base.ts";
import { readConfig } from "./config.ts";
import { ContractError } from "./contract-error.ts";
import { Workspace } from "./workspace.ts";

const root = resolve(import.meta.dirname, "../../..");
const { cacheDir } = readConfig(process.env);

async function main(): Promise<number> {
  const workspace = await Workspace.create(root, join(root, "protos"), cacheDir);
  try {
    await workspace.buf("lint", "protos");
    await workspace.buf("format", "protos", "--diff", "--exit-code");
    await breaking(workspace);
    return 0;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await workspace.remove();
  }
}

async function breaking(workspace: Workspace): Promise<void> {
  const base = await baseCommit(root);
  if (base === undefined) {
    console.log("buf breaking: no earlier protos in this clone, nothing to compare with");
    return;
  }
  const intended = await intendedBreaks(root, base);
  if (intended.length > 0) {
    console.log(
      `buf breaking: left out, for the commits since ${base.slice(0, 9)} say: ${intended.join("; ")}`,
    );
    return;
  }
  const dir = await mkdtemp(join(tmpdir(), "jst-base-"));
  try {
    await checkoutProtos(root, base, dir);
    if (!existsSync(join(dir, "protos"))) return;
    const before = await Workspace.create(root, join(dir, "protos"), cacheDir);
    try {
      await before.buf("build", "protos", "-o", "image.binpb");
      await workspace.buf(
        "breaking",
        "protos",
        "--against",
        join(before.dir, "image.binpb"),
        "--exclude-imports",
      );
    } finally {
      await before.remove();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
