import { createServer } from "node:net";
import { services } from "@jst/fleet";
import { OperatorError } from "./operator-error.ts";

/** Every component listens here only. */
export const host = "127.0.0.1";

/** Doors of one service process. */
export interface ServicePorts {
  grpc: number;
  /** Operations: health and metrics. */
  ops: number;
  http: number;
}

/** Ports of one fleet, consecutive from its base port. */
export interface Ports {
  gateway: number;
  gatewayAdmin: number;
  postgres: number;
  redis: number;
  kafka: number;
  kafkaController: number;
  /** Mail server that catches what goes to members. */
  mail: number;
  services: Record<string, ServicePorts>;
}

const firstServiceOffset = 7;
const doorsPerService = 3;

/** How many consecutive ports a fleet takes. */
export const portCount = firstServiceOffset + doorsPerService * services.length;

/** Numbers every door of the fleet, starting with the gateway. */
export function assignPorts(base: number): Ports {
  const doors = services.map(({ name }, index): [string, ServicePorts] => {
    const first = base + firstServiceOffset + doorsPerService * index;
    return [name, { grpc: first, ops: first + 1, http: first + 2 }];
  });
  return {
    gateway: base,
    gatewayAdmin: base + 1,
    postgres: base + 2,
    redis: base + 3,
    kafka: base + 4,
    kafkaController: base + 5,
    mail: base + 6,
    services: Object.fromEntries(doors),
  };
}

/** The ports of one fleet as a setting has them: its first and its last. */
export function portRange({ gateway }: Ports): string {
  return `${gateway}-${gateway + portCount - 1}`;
}

/** Refuses to go on when one of the ports is taken, naming it and what to do. */
export async function requireFreePorts(wanted: readonly { port: number; purpose: string }[]): Promise<void> {
  for (const { port, purpose } of wanted) {
    if (await isFree(port)) continue;
    throw new OperatorError(
      `Port ${port} (${purpose}) is taken by another program (\`ss -ltnp 'sport = :${port}'\` shows which); ` +
        `stop it, or choose another range of ${portCount} ports: \`make up JST_PORT=18080\`.`,
    );
  }
}

/** Whether a server could listen on the port now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** First port of a free range for a fleet beside others, below the kernel's own choices (32768 and up). */
export async function findFreeBase(): Promise<number> {
  const first = 20_000 + (process.pid % 100) * 100;
  for (let base = first; base < 32_000; base += portCount) {
    const range = Array.from({ length: portCount }, (_, offset) => isFree(base + offset));
    if ((await Promise.all(range)).every(Boolean)) return base;
  }
  throw new OperatorError(`No ${portCount} consecutive free ports were found between ${first} and 32000.`);
}
