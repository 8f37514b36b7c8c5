import { spawn } from "node:child_process";
import { once } from "node:events";
import { OperatorError } from "../operator-error.ts";
import { placed, type InstalledPlace } from "./kubectl.ts";

/** A port of this machine that leads into a pod, until it is closed. */
export interface Forwarded {
  /** host:port */
  address: string;
  close(): Promise<void>;
}

/** Forwards a free port to one of a workload's pods; an OperatorError says why it cannot. */
export async function forward(place: InstalledPlace, workload: string, port: number): Promise<Forwarded> {
  const args = [...placed(place), "port-forward", "--address", "127.0.0.1", workload, `:${port}`];
  const child = spawn("kubectl", args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const local = await new Promise<string>((resolve, reject) => {
    const fail = (cause: string): void => {
      reject(new OperatorError(`No port can be forwarded to ${workload}: ${cause.trim()}`));
    };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const found = /Forwarding from 127\.0\.0\.1:(\d+)/.exec((said += text));
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.on("error", (error) => {
      fail(error.message);
    });
    child.on("exit", () => {
      fail(said);
    });
  });
  return {
    address: `127.0.0.1:${local}`,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}
