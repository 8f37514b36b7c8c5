import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** One kind of request that clients make again and again. */
export interface Asked {
  method: string;
  path: string;
  status: number;
  body?: () => object;
}

/** Result of all requests. */
export interface Outcome {
  count: number;
  /** Unexpected replies, one sentence each. */
  failures: string[];
  /** Duration of the slowest request. */
  slowestMs: number;
}

/** How clients reach a fleet. */
export interface Door {
  /** Where its gateway listens. */
  base: string;
  /** Host header, if it differs from the host of `base`. */
  host?: string;
  token: string;
}

/** Clients that ask until they are stopped. */
export interface Load {
  /** Requests answered so far. */
  count(): number;
  stop(): Promise<Outcome>;
}

const pauseMs = 40;
const patienceMs = 20_000;

/** Every kind of request is made by two clients: one keeps its connection, the other makes a new one each time. */
export function startLoad(door: Door, kinds: readonly Asked[]): Load {
  const outcome: Outcome = { count: 0, failures: [], slowestMs: 0 };
  let isWanted = true;
  const client = async (kind: Asked, agent: Agent): Promise<void> => {
    while (isWanted) {
      const started = performance.now();
      const at = new Date().toISOString().slice(11, 23);
      const fault = await ask(door, kind, agent);
      outcome.count += 1;
      outcome.slowestMs = Math.max(outcome.slowestMs, Math.round(performance.now() - started));
      if (fault !== undefined) outcome.failures.push(`${at} ${kind.method} ${kind.path}: ${fault}`);
      await delay(pauseMs);
    }
    agent.destroy();
  };
  const clients = kinds.flatMap((kind) =>
    [true, false].map((keepAlive) => client(kind, new Agent({ keepAlive, maxSockets: 1 }))),
  );
  return {
    count: () => outcome.count,
    async stop() {
      isWanted = false;
      await Promise.all(clients);
      return outcome;
    },
  };
}

/** Asks once; no client of ours asks again, so that nothing is hidden. */
function ask({ base, host, token }: Door, kind: Asked, agent: Agent): Promise<string | undefined> {
  const body = kind.body === undefined ? undefined : JSON.stringify(kind.body());
  const headers = {
    authorization: `Bearer ${token}`,
    ...(host === undefined ? {} : { host }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Promise((resolve) => {
    const options = { method: kind.method, headers, agent, timeout: patienceMs };
    const outgoing = request(new URL(kind.path, base), options, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      reply.on("error", (error) => {
        resolve(error.message);
      });
      reply.on("end", () => {
        const isRight = reply.statusCode === kind.status;
        resolve(isRight ? undefined : `${reply.statusCode ?? 0} ${text.slice(0, 200)}`);
      });
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer in ${patienceMs} ms`)));
    outgoing.on("error", (error) => {
      resolve(error.message);
    });
    outgoing.end(body);
  });
}
