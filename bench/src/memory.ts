import { readFileSync } from "node:fs";
import type { ProcessGroup } from "./cpu.ts";
import type { LoadProcess } from "./load/load-process.ts";
import { median } from "./spread.ts";

/** Resident memory of one process over the run. */
export interface MemoryCurve {
  process: string;
  /** Bytes after each part of the requests. */
  bytes: number[];
  /** Median of the last fifth over that of the second fifth: the first is when caches and the heap are filled. */
  growth: number;
}

/** How memory is watched. */
export interface MemoryPlan {
  requests: number;
  connections: number;
  mix: Mix;
}

const parts = 50;
type Mix = readonly (readonly [scenario: string, contestant: string])[];

/** Requests in turn, by the name of the run: reads, lists, writes; calls of tools. */
export const mixes: Readonly<Record<string, Mix>> = {
  memory: [
    ["row", "jst"],
    ["list", "jst"],
    ["insert", "jst"],
    ["computed", "jst"],
  ],
  "agent-memory": [
    ["mcp", "jst, MCP"],
    ["mcp-rows", "jst, MCP"],
    ["mcp-tools", "jst, MCP"],
  ],
};

/** Growth that counts as flat. */
export const growthMax = 0.1;

/** Sends so many requests and reads after each part of them what the services hold. */
export async function watchMemory(
  { requests, connections, mix }: MemoryPlan,
  load: LoadProcess,
  groups: readonly ProcessGroup[],
  services: readonly string[],
): Promise<MemoryCurve[]> {
  const watched = groups.filter(({ name }) => services.includes(name));
  const curves = new Map(watched.map(({ name }) => [name, [] as number[]]));
  let sent = 0;
  for (let part = 1; part <= parts; part += 1) {
    for (let index = part; sent < (requests * part) / parts; index += 1) {
      const [scenario = "", contestant = ""] = mix[index % mix.length] ?? [];
      const { requests: made } = await load.iteration({
        scenario,
        contestant,
        connections,
        ms: 250,
        isWarmUp: true,
      });
      sent += made;
    }
    for (const { name, pids } of watched) curves.get(name)?.push(residentBytes(pids));
  }
  return [...curves].map(([process, bytes]) => ({ process, bytes, growth: growthOf(bytes) }));
}

/** The curves as a table, and whether all are flat. */
export function memoryText(
  requests: number,
  curves: readonly MemoryCurve[],
): { isFlat: boolean; text: string } {
  const mib = (bytes: number | undefined) => `${((bytes ?? 0) / 1024 / 1024).toFixed(0)} MiB`.padStart(9);
  const lines = curves.map(({ process, bytes, growth }) => {
    const at = [0.2, 0.4, 0.6, 0.8, 1].map((share) => mib(bytes[Math.ceil(bytes.length * share) - 1]));
    return `${process.padEnd(10)}${at.join("")}  ${(growth * 100).toFixed(1).padStart(6)} %`;
  });
  const isFlat = curves.every(({ growth }) => growth < growthMax);
  const title = `resident memory over ${requests} requests, at each fifth, and its growth after the first`;
  return {
    isFlat,
    text: [title, ...lines, `${isFlat ? "met    " : "NOT MET"}  growth below 10 %`].join("\n"),
  };
}

function growthOf(bytes: readonly number[]): number {
  const fifth = Math.max(1, Math.floor(bytes.length / 5));
  return median(bytes.slice(-fifth)) / median(bytes.slice(fifth, 2 * fifth)) - 1;
}

/** Bytes of the resident pages of processes, as proc(5) counts them. */
export function residentBytes(pids: readonly number[]): number {
  const pagesOf = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return pids.reduce((sum, pid) => sum + pagesOf(pid) * 4_096, 0);
}
