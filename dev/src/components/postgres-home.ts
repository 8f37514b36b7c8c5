import { createHash } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import { chown, cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { fillOnce } from "../fetch/cache.ts";
import { OperatorError } from "../operator-error.ts";
import { readJson, type FleetPaths } from "../state.ts";
import { isReachableByAll, type Account } from "./account.ts";

/** Where root puts what PostgreSQL's account must reach when the checkout lies in a closed folder such as /root. */
const rootsOwnDir = "/var/tmp/jst-root";

/** Parent folder of the data: the state folder, or one beside the closed state folder's reach. */
export function postgresDataDir(paths: FleetPaths, account: Account | undefined): string {
  const dataDir = paths.dataDir("postgres");
  if (account === undefined || isReachableByAll(paths.stateDir)) return dataDir;
  const digest = createHash("sha256").update(paths.stateDir).digest("hex").slice(0, 12);
  return path.join(rootsOwnDir, `data-${digest}`);
}

/** Creates the parent of a data folder for the account; the account may create the data folder itself in it. */
export async function createDataParent(dataDir: string, account: Account | undefined): Promise<void> {
  if (dataDir.startsWith(`${rootsOwnDir}/`)) await createRootsOwnDir();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (account) await chown(dataDir, account.uid, account.gid);
}

/** The binaries where the account can execute them. */
export async function reachableBinaries(native: string, account: Account | undefined): Promise<string> {
  const { version } = (await readJson<{ version: string }>(path.join(native, "../package.json"))) ?? {
    version: "",
  };
  return reachable(native, `postgres-${version}`, account);
}

/** The folder, or a copy of it under a name of its version, where the account can read it. */
export async function reachable(from: string, name: string, account: Account | undefined): Promise<string> {
  if (account === undefined || isReachableByAll(from)) return from;
  await createRootsOwnDir();
  return fillOnce(path.join(rootsOwnDir, name), (part) =>
    cp(from, part, { recursive: true, verbatimSymlinks: true }),
  );
}

/** Anyone may write to /var/tmp: a folder that is not root's own is not trusted. */
async function createRootsOwnDir(): Promise<void> {
  if (!existsSync(rootsOwnDir)) await mkdir(rootsOwnDir, { mode: 0o755 });
  const found = lstatSync(rootsOwnDir);
  if (found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0) return;
  throw new OperatorError(
    `${rootsOwnDir} does not belong to root alone; remove it, or move the checkout out of a closed folder.`,
  );
}
