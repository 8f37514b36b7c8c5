import type { ProcessIdentity } from "../process/identity.ts";

/** Order of stopping: the highest stage first, so no door outlives what stands behind it. */
export type Stage = "component" | "service" | "gateway";

/** Stages in the order in which they stop. */
export const stopOrder: readonly Stage[] = ["gateway", "service", "component"];

/** How one process of the fleet is run and ended. */
export interface ProcessSpec {
  name: string;
  stage: Stage;
  command: string;
  args: readonly string[];
  /** The whole environment; nothing of the operator's shell leaks in. */
  env: Record<string, string>;
  cwd: string;
  /** Account to run as when the supervisor is root. */
  account?: { uid: number; gid: number };
  stopSignal: NodeJS.Signals;
  /** After this a process that was asked to end is killed. */
  stopLimitMs: number;
  log: string;
  /** URL of the process's health check, for readers of fleet.json. */
  url: string;
}

/** Record that outlives the supervisor, so that the next command can clean up. */
export interface ProcessRecord extends ProcessIdentity {
  name: string;
  stage: Stage;
  stopSignal: NodeJS.Signals;
  stopLimitMs: number;
}

/** One supervised process as it is now. */
export interface ProcessReport {
  name: string;
  url: string;
  log: string;
  /** The newest pid, also while a restart is pending; 0 before the first start succeeded. */
  pid: number;
  isRunning: boolean;
  /** How often it ended without being asked to. */
  exits: number;
  /** Why it last ended: "exit code 1", "SIGKILL". */
  lastExit?: string;
}

/** Team of the fleet, in fleet.json. */
export interface FleetFacts {
  base_url: string;
  team: { id: string; slug: string };
  tokens: { service: string; human: string; break_glass: string };
}

/** Requests of commands to the supervisor. */
export type ControlRequest =
  | { op: "list" }
  | { op: "start"; spec: ProcessSpec }
  | { op: "restart"; name: string }
  | { op: "describe"; facts: FleetFacts }
  | { op: "shutdown" };

/** The fleet as the supervisor knows it. */
export interface FleetReport {
  basePort: number;
  processes: ProcessReport[];
  facts?: FleetFacts;
}

/** Answer to a request. */
export type ControlReply = { ok: true; fleet: FleetReport } | { ok: false; error: string };
