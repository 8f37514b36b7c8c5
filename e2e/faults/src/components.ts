import { allComponents } from "../../../dev/src/components/all.ts";
import { doorsOf } from "../../../dev/src/components/service.ts";
import { superuserUrl } from "../../../dev/src/components/postgres.ts";
import { redisUrl } from "../../../dev/src/components/redis.ts";
import type { Fleet } from "../../../dev/src/component.ts";
import { readSettings, type Settings } from "../../../dev/src/config.ts";
import { fetchPrograms, type Programs } from "../../../dev/src/fetch/fetch.ts";
import { openRunning } from "../../../dev/src/fleet.ts";
import { createProgress } from "../../../dev/src/progress.ts";
import { waitUntilReady } from "../../../dev/src/start.ts";
import { command, fleetReport } from "../../../dev/src/supervisor/client.ts";
import type { ProcessSpec } from "../../../dev/src/supervisor/spec.ts";
import type { Target } from "./schedule.ts";

/** The processes of the fleet under test, as its supervisor runs them. */
export class Components {
  readonly #fleet: Fleet;
  readonly #programs: Programs;

  private constructor(fleet: Fleet, programs: Programs) {
    this.#fleet = fleet;
    this.#programs = programs;
  }

  /** Opens the components of the fleet whose state lies in this folder. */
  static async of(stateDir: string): Promise<Components> {
    const settings: Settings = { ...readSettings(), stateDir };
    const quiet = createProgress(() => undefined);
    return new Components(await openRunning(settings), await fetchPrograms(settings, quiet));
  }

  /** Address of the fleet's database for a superuser, who sees every team's rows. */
  get databaseUrl(): string {
    return superuserUrl(this.#fleet, "jst");
  }

  /** Address of the fleet's Redis, with its password. */
  get redisUrl(): string {
    return redisUrl(this.#fleet);
  }

  /** Port at which those that need the component reach it. */
  portOf(name: Target): number {
    const { ports } = this.#fleet;
    if (name === "postgres" || name === "redis" || name === "kafka" || name === "gateway") return ports[name];
    return doorsOf(ports.services, name).grpc;
  }

  /** Folder with the component's data. */
  dataDir(name: string): string {
    return this.#fleet.paths.dataDir(name);
  }

  /** Pid of the component now; it has another one after each end. */
  async pidOf(name: string): Promise<number> {
    const report = await fleetReport(this.#fleet.paths);
    const pid = report?.processes.find((one) => one.name === name)?.pid;
    if (pid === undefined) throw new Error(`The fleet has no component ${name}.`);
    return pid;
  }

  /** Pids of all components that run now. */
  async pids(): Promise<number[]> {
    const report = await fleetReport(this.#fleet.paths);
    return (report?.processes ?? []).map(({ pid }) => pid).filter((pid) => pid > 0);
  }

  /** Makes what the component needs on disk and answers how it is run. */
  prepare(name: string): Promise<ProcessSpec> {
    return this.#component(name).prepare(this.#fleet, this.#programs);
  }

  /** Runs the component so, in place of the process it has. */
  async run(spec: ProcessSpec): Promise<void> {
    await command(this.#fleet.paths, { op: "start", spec });
  }

  /** Ends the component's process and starts it again. */
  async restart(name: string): Promise<void> {
    await command(this.#fleet.paths, { op: "restart", name });
  }

  /** Resolves once the component does its work. */
  async ready(name: string): Promise<void> {
    await waitUntilReady(this.#component(name), this.#fleet, Infinity, () => undefined);
  }

  #component(name: string) {
    const component = allComponents.find((one) => one.name === name);
    if (component === undefined) throw new Error(`There is no component ${name}.`);
    return component;
  }
}
