import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { OperatorError } from "./operator-error.ts";
import { identify, isRunning, type ProcessIdentity } from "./process/identity.ts";

/** Runs the work while no other command changes this fleet; a lock left by a dead command is taken over. */
export async function withLock<T>(lockFile: string, work: () => Promise<T>): Promise<T> {
  takeLock(lockFile);
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function takeLock(lockFile: string): void {
  const own = `${lockFile}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identify(process.pid)));
  try {
    // The first try may meet a stale lock, the second one a lock taken meanwhile.
    if (tryLink(own, lockFile)) return;
    const holder = readHolder(lockFile);
    if (holder && isRunning(holder)) throw inUse(lockFile, holder);
    removeStale(lockFile, holder);
    if (!tryLink(own, lockFile)) throw inUse(lockFile, readHolder(lockFile));
  } finally {
    rmSync(own, { force: true });
  }
}

/** A hard link appears whole or not at all. */
function tryLink(own: string, lockFile: string): boolean {
  try {
    linkSync(own, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Two commands may find the same stale lock: a lock that changed under our hands is put back. */
function removeStale(lockFile: string, stale: ProcessIdentity | undefined): void {
  const aside = `${lockFile}.stale.${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (readHolder(aside)?.started !== stale?.started) tryLink(aside, lockFile);
  rmSync(aside, { force: true });
}

/** Undefined when the lock is gone or holds no identity, which only a crash leaves. */
function readHolder(lockFile: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

function inUse(lockFile: string, holder: ProcessIdentity | undefined): OperatorError {
  const who = holder === undefined ? "Another command" : `Another command (pid ${holder.pid})`;
  return new OperatorError(
    `${who} is working on this fleet (${lockFile}); wait for it to end and run yours again.`,
  );
}
