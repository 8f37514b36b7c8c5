import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { baseEnvironment } from "../../../dev/src/component.ts";
import { until } from "../../../dev/src/process/until.ts";
import type { ServerSettings } from "./settings.ts";

const startLimitMs = 30_000;

/** A server of the bench in a process of its own. */
export class ServerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts `<name>-main.ts` and resolves once it answers HTTP. */
  static async start(name: "floor" | "chain" | "peer", settings: ServerSettings): Promise<ServerProcess> {
    const env = { ...baseEnvironment(), NODE_ENV: "production", BENCH_SERVER: JSON.stringify(settings) };
    const main = path.join(import.meta.dirname, `${name}-main.ts`);
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "inherit", "inherit"] });
    const isUp = await until(() => answers(settings.port), startLimitMs);
    if (!isUp || child.exitCode !== null) throw new Error(`The ${name} does not start; see above.`);
    return new ServerProcess(child);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) }).then((reply) =>
      reply.text(),
    );
    return true;
  } catch {
    return false;
  }
}
