import type { TlsIdentity } from "@jst/config";
import { compileSchemas, watchExpiry } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import { startOperations } from "./operations.ts";
import type { RunningProcess } from "./run-main.ts";
import { shutdownGraceMs } from "./settings.ts";

/** A way into a process: `grpcDoor`, or `httpDoor` of @jst/http. */
export interface Door {
  /** Opens the port and answers its number. */
  listen(host: string, port: number): Promise<number>;
  /** Takes nothing new, lets what is under way end, and cuts what is left after the grace. */
  drain(graceMs: number): Promise<void>;
}

/** Parts of the standard process. */
export interface ProcessOptions {
  config: { host: string; opsPort: number; tls: TlsIdentity | undefined };
  logger: Logger;
  /** Its doors, opened in this order. */
  doors: readonly { name: "grpc" | "http"; door: Door; port: number }[];
  /** Rejects with the reason while the process cannot do its work. */
  ready: () => Promise<void>;
  /** Starts what works beside the doors; runs once they are open. */
  opened?: () => void;
  /** Closes everything else; runs once the doors have drained. */
  close: () => Promise<void>;
}

/** Opens the operations listener and the doors. Stopping turns readiness off and drains the doors before it closes. */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { config, logger, doors, ready, opened, close } = options;
  const { host, opsPort, tls } = config;
  if (tls !== undefined) watchExpiry(tls);
  let isDraining = false;
  const operations = await startOperations({ host, port: opsPort, logger }, () =>
    isDraining ? Promise.reject(new Error("the process is draining")) : ready(),
  );
  for (const { door, port } of doors) await door.listen(host, port);
  opened?.();
  compileSchemas();
  const ports = Object.fromEntries(doors.map(({ name, port }) => [`${name}_port`, port]));
  logger.info({ ...ports, ops_port: opsPort }, "started");
  return {
    logger,
    stop: async () => {
      isDraining = true;
      await Promise.all(doors.map(({ door }) => door.drain(shutdownGraceMs - 5_000)));
      operations.close().closeAllConnections();
      await close();
    },
  };
}
