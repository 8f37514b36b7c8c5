import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Range below the ports that the kernel gives to connections, any of which could take one first, and below those of
 * fleets under test.
 */
const [FIRST, END] = [12_000, 20_000];
const given = new Set<number>();

/** A port of 127.0.0.1 that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
