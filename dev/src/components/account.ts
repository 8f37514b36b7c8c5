import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";

/** An account of this machine. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Returns the account that PostgreSQL runs as. PostgreSQL refuses uid 0 and initdb needs a uid that passwd knows, so
 * root uses `postgres` or `nobody`, which every Debian has. Undefined for a plain user, who runs it as itself.
 */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const entry = entries.find(([login]) => login === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new OperatorError(
    "PostgreSQL refuses to run as root: create an account for it (`useradd -r postgres`) and try again.",
  );
}

/** Whether any account can enter the folder: every part of its path lets others through. */
export function isReachableByAll(dir: string): boolean {
  for (let part = dir; ; part = path.dirname(part)) {
    const mode = statSync(part, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined && (mode & 0o001) === 0) return false;
    if (part === path.dirname(part)) return true;
  }
}
