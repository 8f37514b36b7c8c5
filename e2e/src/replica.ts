import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort, until } from "@jst/testing";
import { Components } from "../faults/src/components.ts";

/** Until a process has started on a busy machine. */
const startLimitMs = 90_000;
const answerLimitMs = 1_000;

/**
 * A further process of a service of the fleet under test. The gateway does not know it; what it shares is its
 * background work.
 */
export interface Replica {
  /** Sends the signal; one that ends it is waited for. */
  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void>;
  /** Returns its metrics; undefined if it does not answer. */
  metrics(): Promise<string | undefined>;
}

/** Starts the process, with the fleet's own settings and ports of its own, and waits until it is ready. */
export async function startReplica(service: string): Promise<Replica> {
  const components = await Components.of(path.dirname(process.env["E2E_FLEET"] ?? ""));
  const { command, args, env, cwd } = await components.prepare(service);
  const [opsPort, grpcPort] = [await freePort(), await freePort()];
  const child = spawn(command, [...args], {
    cwd,
    env: { ...env, OPS_PORT: String(opsPort), GRPC_PORT: String(grpcPort) },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const ask = async (route: string): Promise<string | undefined> => {
    const options = { signal: AbortSignal.timeout(answerLimitMs) };
    const answer = await fetch(`http://127.0.0.1:${opsPort}${route}`, options).catch(() => undefined);
    return answer?.ok === true ? answer.text() : undefined;
  };
  await until(`a second ${service} is ready`, startLimitMs, () => ask("/health/ready"));
  return {
    signal: async (name) => {
      child.kill(name);
      if (name === "SIGKILL") await ended;
    },
    metrics: () => ask("/metrics").catch(() => undefined),
  };
}
