import { execFile } from "node:child_process";
import { mkdir, rename, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Room for the broker's data of one episode. */
const sizeMiB = 512;

/** A small file system of its own below a component's data, which can be filled to the last byte. */
export function withFullDisk(dataDir: string) {
  const ballast = path.join(dataDir, "ballast");
  return {
    dataDir,
    /** Moves the data there. Nothing may be using it. */
    mount: async () => {
      const aside = `${dataDir}.aside`;
      await rename(dataDir, aside);
      await mkdir(dataDir);
      await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMiB}m`, "jst-faults", dataDir]);
      await copy(aside, dataDir);
      await rm(aside, { recursive: true });
    },
    /** Leaves not one block free. */
    fill: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: unknown) => {
        // The component was quicker: then the disk is full as well.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      });
    },
    free: () => rm(ballast, { force: true }),
    /** Moves the data back. Nothing may be using it. */
    unmount: async (target: string) => {
      const aside = `${target}.aside`;
      await mkdir(aside);
      await copy(target, aside);
      await run("umount", [target]);
      await rm(target, { recursive: true });
      await rename(aside, target);
    },
  };
}

/** The broker's indexes are mostly holes, which must stay holes. */
async function copy(from: string, to: string): Promise<void> {
  await run("cp", ["-a", "--sparse=always", `${from}/.`, to]);
}

/** Whether this process may mount file systems: root may, outside a container. */
export async function canMount(scratch: string): Promise<boolean> {
  try {
    await mkdir(scratch, { recursive: true });
    await run("mount", ["-t", "tmpfs", "-o", "size=1m", "jst-faults", scratch]);
    await run("umount", [scratch]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
