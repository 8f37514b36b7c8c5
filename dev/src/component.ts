import type { Programs } from "./fetch/fetch.ts";
import type { Secrets } from "./keys.ts";
import type { Ports } from "./ports.ts";
import type { FleetPaths } from "./state.ts";
import type { ProcessSpec } from "./supervisor/spec.ts";

/** Parts from which every component of one fleet is configured. */
export interface Fleet {
  paths: FleetPaths;
  ports: Ports;
  secrets: Secrets;
}

/** One supervised part of the fleet. */
export interface Component {
  readonly name: string;
  /** Ports it listens on, with the words that name them to the operator. */
  ports(ports: Ports): { port: number; purpose: string }[];
  /** Makes what its process needs on disk, idempotently, and says how the process is run. */
  prepare(fleet: Fleet, programs: Programs): Promise<ProcessSpec>;
  /** Resolves when it does its real work now; rejects with the reason why not. */
  probe(fleet: Fleet): Promise<void>;
}

/**
 * Environment of a process that needs nothing special: nothing of the operator's shell but PATH, HOME and where Node
 * keeps what it has compiled.
 */
export function baseEnvironment(): Record<string, string> {
  const { PATH = "/usr/bin:/bin", HOME = "/", NODE_COMPILE_CACHE } = process.env;
  return {
    ...{ PATH, HOME, LC_ALL: "C.UTF-8", TZ: "UTC" },
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  };
}
