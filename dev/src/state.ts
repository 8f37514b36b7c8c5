import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where one fleet keeps what; everything lies under its state folder. */
export interface FleetPaths {
  stateDir: string;
  /** File for other programs: `{base_url, team, tokens, components}`, mode 0600. */
  fleetFile: string;
  keysDir: string;
  logDir: string;
  /** Rendered configuration of components. */
  configDir: string;
  /** Lock, supervisor record and control socket; for its owner only. */
  runDir: string;
  lockFile: string;
  supervisorFile: string;
  processesFile: string;
  /** Signed heads of the audit chains, beside the database. */
  auditHeadsFile: string;
  /** Bytes of files. */
  filesDir: string;
  /** Mails to members, as the fleet has sent them. */
  mailDir: string;
  dataDir: (component: string) => string;
  log: (name: string) => string;
}

/** Paths of the fleet whose state lies in this folder. */
export function fleetPaths(stateDir: string): FleetPaths {
  const runDir = path.join(stateDir, "run");
  return {
    stateDir,
    fleetFile: path.join(stateDir, "fleet.json"),
    keysDir: path.join(stateDir, "keys"),
    logDir: path.join(stateDir, "log"),
    configDir: path.join(stateDir, "config"),
    runDir,
    lockFile: path.join(runDir, "lock"),
    supervisorFile: path.join(runDir, "supervisor.json"),
    processesFile: path.join(runDir, "processes.json"),
    auditHeadsFile: path.join(stateDir, "data", "audit-heads.jsonl"),
    filesDir: path.join(stateDir, "data", "files"),
    mailDir: path.join(stateDir, "data", "mail"),
    dataDir: (component) => path.join(stateDir, "data", component),
    log: (name) => path.join(stateDir, "log", `${name}.log`),
  };
}

/** Creates the folders; secrets and the control socket are for the owner only. */
export async function createStateDirs(paths: FleetPaths): Promise<void> {
  await mkdir(paths.stateDir, { recursive: true });
  await mkdir(paths.logDir, { recursive: true });
  await mkdir(path.join(paths.stateDir, "data"), { recursive: true });
  for (const dir of [paths.keysDir, paths.configDir, paths.runDir]) await ensurePrivateDir(dir);
}

/** Makes a folder that its owner alone may enter; one that exists becomes so. */
export async function ensurePrivateDir(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
}

/** Parsed content of a JSON file this program wrote; undefined when there is none. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file in one step, readable by its owner only: readers see the old or the new content, never half. */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const part = `${file}.part.${process.pid}`;
  await writeFile(part, content, { mode: 0o600 });
  await rename(part, file);
}

/** The same, done before anything else can happen in this process. */
export function replaceFileSync(file: string, content: string): void {
  const part = `${file}.part.${process.pid}`;
  writeFileSync(part, content, { mode: 0o600 });
  renameSync(part, file);
}
