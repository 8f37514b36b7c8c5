import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";
import { until } from "../process/until.ts";
import type { Progress } from "../progress.ts";

/** A Docker engine that answers. */
export interface Engine {
  /** Runs the docker command. */
  docker: (args: readonly string[], options?: { cwd?: string }) => Promise<string>;
  /** For others who speak to it: DOCKER_HOST. */
  host: string;
}

const startLimitMs = 30_000;

/**
 * Runs the work with the machine's Docker engine. If none answers and one is installed, starts an engine of our own for
 * the duration of the work; its images stay in the folder. Throws an OperatorError that says what is missing.
 */
export async function withEngine<T>(
  folder: string,
  progress: Progress,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const given = engineAt(process.env["DOCKER_HOST"] ?? "unix:///var/run/docker.sock");
  if (await answers(given)) return work(given);
  const own = engineAt(`unix://${path.join(folder, "docker.sock")}`);
  if (await answers(own)) return work(own);
  const stop = await progress.step("starting a Docker engine", () => start(folder, own));
  try {
    return await work(own);
  } finally {
    await progress.step("stopping the Docker engine", stop);
  }
}

function engineAt(host: string): Engine {
  // Debian's engine comes without BuildKit's client.
  const env = { ...process.env, DOCKER_HOST: host, DOCKER_BUILDKIT: "0" };
  return {
    host,
    docker: (args, options = {}) => run("docker", args, { ...options, env, shownChars: 4_000 }),
  };
}

async function answers({ docker }: Engine): Promise<boolean> {
  return docker(["version", "--format", "{{.Server.Version}}"]).then(
    () => true,
    () => false,
  );
}

async function start(folder: string, engine: Engine): Promise<() => Promise<void>> {
  const missing =
    "No Docker engine answers. Start one, or let this command do it: run it as root with docker.io installed (apt install docker.io).";
  if (process.getuid?.() !== 0) throw new OperatorError(missing);
  await mkdir(folder, { recursive: true });
  const log = path.join(folder, "log");
  const out = openSync(log, "a");
  const child = spawn(
    "dockerd",
    [
      ...["--host", `unix://${path.join(folder, "docker.sock")}`, "--pidfile", path.join(folder, "pid")],
      ...["--data-root", path.join(folder, "data"), "--exec-root", path.join(folder, "exec")],
      // Published ports are for this machine alone.
      ...["--ip", "127.0.0.1"],
    ],
    { stdio: ["ignore", out, out] },
  );
  closeSync(out);
  const failed = once(child, "error").then(() => Promise.reject(new OperatorError(missing)));
  failed.catch(() => undefined);
  const isUp = await Promise.race([until(() => answers(engine), startLimitMs), failed]);
  if (!isUp) {
    child.kill();
    throw new OperatorError(`The Docker engine does not start; see ${log}.`);
  }
  return async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  };
}
