import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** reset: senders get a TCP reset. blackhole: packets of both directions are dropped. */
export type Cut = "reset" | "blackhole";

const rules: Record<Cut, (port: string) => string[][]> = {
  reset: (port) => [["-p", "tcp", "--dport", port, "-j", "REJECT", "--reject-with", "tcp-reset"]],
  blackhole: (port) => ["--dport", "--sport"].map((side) => ["-p", "tcp", side, port, "-j", "DROP"]),
};

/** A chain of our own; its number is that of this process, so that another run knows whose it was. */
const prefix = "jst-faults-";
const chain = `${prefix}${process.pid}`;
const jumpTo = (name: string) => ["INPUT", "-i", "lo", "-j", name];

/** Cuts the way over loopback to a port while the work goes on, and mends it whatever the work came to. */
export async function withCut(port: number, cut: Cut, work: () => Promise<unknown>): Promise<void> {
  await iptables("-N", chain);
  try {
    for (const rule of rules[cut](String(port))) await iptables("-A", chain, ...rule);
    await iptables("-I", ...jumpTo(chain));
    await work();
  } finally {
    await remove(chain);
  }
}

/**
 * Whether this process may cut ways (root, Debian package iptables). What a run that is gone has left cut is mended.
 */
export async function canCut(): Promise<boolean> {
  try {
    for (const name of await leftChains()) await remove(name);
    // No fleet listens there.
    for (const cut of ["reset", "blackhole"] as const) await withCut(1, cut, () => Promise.resolve());
    return true;
  } catch {
    return false;
  }
}

async function leftChains(): Promise<string[]> {
  const chains = (await iptables("-S")).matchAll(new RegExp(`^-N (${prefix}(\\d+))$`, "gm"));
  return [...chains].filter(([, , pid]) => !isAlive(Number(pid))).map(([, name = ""]) => name);
}

async function remove(name: string): Promise<void> {
  // It is not in the way yet when making it has failed half-way.
  await iptables("-D", ...jumpTo(name)).catch(() => undefined);
  await iptables("-F", name);
  await iptables("-X", name);
}

/** Waits for other processes that change the rules. */
async function iptables(...args: string[]): Promise<string> {
  return (await run("iptables", ["-w", "10", ...args])).stdout;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
