import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { baseCommit, checkoutProtos, intendedBreaks } from "./base.ts";
import { ContractError } from "./contract-error.ts";
import { loadProtos } from "./load.ts";
import { Workspace } from "./workspace.ts";

/**
 * buf lint, buf format and buf breaking over the protos below `root`; throws a ContractError with what they say.
 * Returns what a reader should know although nothing is wrong: what was not compared, and why.
 */
export async function lintProtos(root: string, cacheDir: string): Promise<string[]> {
  const workspace = await Workspace.create(root, join(root, "protos"), cacheDir);
  try {
    await workspace.buf("lint", "protos");
    await workspace.buf("format", "protos", "--diff", "--exit-code");
    return await breaking(root, cacheDir, workspace);
  } finally {
    await workspace.remove();
  }
}

async function breaking(root: string, cacheDir: string, workspace: Workspace): Promise<string[]> {
  const base = await baseCommit(root);
  if (base === undefined) return ["buf breaking: this clone holds no earlier protos to compare with"];
  const intended = await intendedBreaks(root, base);
  if (intended.length > 0)
    return [`buf breaking: left out, commits since ${base.slice(0, 9)} say: ${intended.join("; ")}`];
  const dir = await mkdtemp(join(tmpdir(), "jst-base-"));
  try {
    if ((await checkoutProtos(root, base, dir)) === 0)
      return [`buf breaking: ${base.slice(0, 9)} holds no protos`];
    await compare(workspace, root, dir, cacheDir);
    return [];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Derived declarations are compared like those written by hand. */
async function compare(workspace: Workspace, root: string, dir: string, cacheDir: string): Promise<void> {
  const before = await Workspace.create(root, join(dir, "protos"), cacheDir);
  try {
    const base = await completedImage(before);
    const image = await completedImage(workspace);
    await workspace.buf("breaking", image, "--against", base, "--exclude-imports");
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    // An image names files by their place in the module.
    throw new ContractError(error.faults.map(({ at, message }) => ({ at: `protos/${at}`, message })));
  } finally {
    await before.remove();
  }
}

async function completedImage(workspace: Workspace): Promise<string> {
  const path = join(workspace.dir, "completed.binpb");
  const { set } = loadProtos(await workspace.descriptorSet());
  await writeFile(path, toBinary(FileDescriptorSetSchema, set));
  return path;
}
