import { rmSync } from "node:fs";
import { replaceFileSync, type FleetPaths } from "../state.ts";
import { SupervisedProcess } from "./supervised-process.ts";
import {
  stopOrder,
  type ControlRequest,
  type FleetFacts,
  type FleetReport,
  type ProcessSpec,
} from "./spec.ts";

/**
 * Owns every process of one fleet: restarts what ends unasked, and is the only writer of fleet.json, so the pids in
 * there are current. It knows nothing of what the processes are.
 */
export class Supervisor {
  readonly #paths: FleetPaths;
  readonly #basePort: number;
  readonly #processes = new Map<string, SupervisedProcess>();
  #facts: FleetFacts | undefined;

  constructor(paths: FleetPaths, basePort: number) {
    this.#paths = paths;
    this.#basePort = basePort;
  }

  async handle(request: ControlRequest): Promise<FleetReport> {
    switch (request.op) {
      case "list":
        break;
      case "start":
        await this.#start(request.spec);
        break;
      case "restart":
        await this.#restart(request.name);
        break;
      case "describe":
        this.#facts = request.facts;
        this.#write();
        break;
      case "shutdown":
        await this.shutdown();
        break;
    }
    return this.#report();
  }

  /** Ends every process, doors first, and removes what would name them as running. */
  async shutdown(): Promise<void> {
    for (const stage of stopOrder) {
      const ofStage = [...this.#processes.values()].filter(({ spec }) => spec.stage === stage);
      await Promise.all(ofStage.map((supervised) => supervised.stop()));
    }
    for (const file of [this.#paths.fleetFile, this.#paths.processesFile]) rmSync(file, { force: true });
  }

  /** Does nothing when the process is supervised already, with the same specification. */
  async #start(spec: ProcessSpec): Promise<void> {
    const current = this.#processes.get(spec.name);
    if (current && JSON.stringify(current.spec) === JSON.stringify(spec)) return;
    await current?.stop();
    const supervised = new SupervisedProcess(spec, () => this.#write());
    this.#processes.set(spec.name, supervised);
    supervised.start();
  }

  async #restart(name: string): Promise<void> {
    const current = this.#processes.get(name);
    if (!current)
      throw new Error(
        `There is no component "${name}"; there are ${[...this.#processes.keys()].join(", ")}.`,
      );
    await current.stop();
    const next = new SupervisedProcess(current.spec, () => this.#write());
    this.#processes.set(name, next);
    next.start();
  }

  #report(): FleetReport {
    const processes = [...this.#processes.values()].map((supervised) => supervised.report());
    const report = { basePort: this.#basePort, processes };
    return this.#facts ? { ...report, facts: this.#facts } : report;
  }

  #write(): void {
    const supervised = [...this.#processes.values()];
    const records = supervised.map((one) => one.record()).filter((record) => record !== undefined);
    replaceFileSync(this.#paths.processesFile, JSON.stringify(records));
    if (!this.#facts) return;
    const components = supervised.map((one) => {
      const { name, pid, url, log } = one.report();
      return [name, { pid, url, log }];
    });
    const fleet = { ...this.#facts, components: Object.fromEntries(components) as Record<string, unknown> };
    replaceFileSync(this.#paths.fleetFile, `${JSON.stringify(fleet, null, 2)}\n`);
  }
}
