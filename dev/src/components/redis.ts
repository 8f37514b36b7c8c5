import path from "node:path";
import { baseEnvironment, type Component, type Fleet } from "../component.ts";
import { host } from "../ports.ts";
import { ensurePrivateDir, replaceFile } from "../state.ts";
import { exchange } from "./exchange.ts";

/** The limiter's store: Valkey, which speaks Redis' protocol. Its append-only file survives a restart. */
export const redis: Component = {
  name: "redis",
  ports: ({ redis: port }) => [{ port, purpose: "Redis" }],

  async prepare({ paths, ports, secrets }, { redisServer }) {
    const dir = paths.dataDir("redis");
    await ensurePrivateDir(dir);
    // In a file, not in arguments, which every user of the machine can read.
    const config = path.join(paths.configDir, "redis.conf");
    await replaceFile(config, redisConfig(ports.redis, dir, secrets.redisPassword));
    return {
      name: "redis",
      stage: "component",
      command: redisServer,
      args: [config],
      env: baseEnvironment(),
      cwd: "/",
      stopSignal: "SIGTERM",
      stopLimitMs: 5_000,
      log: paths.log("redis"),
      url: `redis://${host}:${ports.redis}`,
    };
  },

  async probe({ ports, secrets }) {
    const request = Buffer.from(`AUTH ${secrets.redisPassword}\r\nPING\r\n`);
    const reply = await exchange(ports.redis, request, (bytes) => {
      const lines = bytes.toString().split("\r\n");
      return lines.length > 2 ? lines : undefined;
    });
    if (reply[1] !== "+PONG") throw new Error(`PING was answered with ${reply[1] ?? reply[0] ?? "nothing"}`);
  },
};

/** Address under which a service reaches Redis. */
export function redisUrl({ ports, secrets }: Fleet): string {
  return `redis://:${secrets.redisPassword}@${host}:${ports.redis}`;
}

function redisConfig(port: number, dir: string, password: string): string {
  return [
    `bind ${host}`,
    `port ${port}`,
    `dir "${dir}"`,
    `requirepass ${password}`,
    "appendonly yes",
    'save ""',
    "maxmemory 128mb",
    "maxmemory-policy noeviction",
    "",
  ].join("\n");
}
