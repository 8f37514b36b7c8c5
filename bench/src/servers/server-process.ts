import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { baseEnvironment } from "../../../dev/src/component.ts";
import { until } from "../../../dev/src/process/until.ts";
import type { ServerSettings } from "./settings.ts";

const startLimitMs = 60_000;

/** Servers of the bench, by the name of their main file. */
export type ServerName = "floor" | "chain" | "peer";

/** A server of the bench in a process of its own. */
export class ServerProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts `<name>-main.ts` and resolves once it answers HTTP; one that does not is ended before this rejects. */
  static async start(
    name: ServerName,
    settings: ServerSettings,
    limitMs = startLimitMs,
  ): Promise<ServerProcess> {
    const env = { ...baseEnvironment(), NODE_ENV: "production", BENCH_SERVER: JSON.stringify(settings) };
    const main = path.join(import.meta.dirname, `${name}-main.ts`);
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "inherit", "inherit"] });
    const server = new ServerProcess(child);
    await until(async () => server.#hasEnded || (await answers(settings.port)), limitMs);
    if (!server.#hasEnded && (await answers(settings.port))) return server;
    await server.stop();
    throw new Error(`The ${name} does not start; see above.`);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves once the process has ended, also when it did so before. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }

  /** A process that a signal ended has no exit code. */
  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}

/** Starts several at once; when one does not start, those that did are stopped before this rejects. */
export async function startTogether<Name extends ServerName>(
  settings: Readonly<Record<Name, ServerSettings>>,
  limitMs?: number,
): Promise<Record<Name, ServerProcess>> {
  const names = Object.keys(settings) as Name[];
  const outcomes = await Promise.allSettled(
    names.map(async (name) => [name, await ServerProcess.start(name, settings[name], limitMs)] as const),
  );
  const started = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed === undefined) return Object.fromEntries(started) as Record<Name, ServerProcess>;
  await Promise.all(started.map(([, server]) => server.stop()));
  throw failed.reason;
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
