import type { RecordableHistogram } from "node:perf_hooks";
import { LoadConnection, type HttpReply } from "./connection.ts";

/** One request, and what is wrong with a reply to it. */
export interface Exchange {
  request: string;
  /** A sentence when the reply is not the right one; undefined when it is. */
  faultOf: (reply: HttpReply) => string | undefined;
  /** Resolves once the work after the reply is done, too. */
  done?: Promise<void>;
}

/** Result of one iteration of the load. */
export interface TurnResult {
  requests: number;
  elapsedMs: number;
}

/**
 * Keeps each connection busy with one request after the other for a time. A wrong answer ends the iteration with an
 * error: fast nonsense must not count.
 */
export async function runIteration(
  iteration: { port: number; connections: number; ms: number; next: () => Exchange },
  latencies: RecordableHistogram,
): Promise<TurnResult> {
  const opening = Array.from({ length: iteration.connections }, () => LoadConnection.open(iteration.port));
  const connections = await Promise.all(opening);
  let requests = 0;
  const startMs = performance.now();
  const endMs = startMs + iteration.ms;
  const work = async (connection: LoadConnection): Promise<void> => {
    for (let sentMs = performance.now(); sentMs < endMs;) {
      const { request, faultOf, done } = iteration.next();
      const reply = await connection.exchange(request);
      if (done !== undefined && faultOf(reply) === undefined) await done;
      const doneMs = performance.now();
      latencies.record(Math.max(1, Math.round((doneMs - sentMs) * 1_000)));
      const fault = faultOf(reply);
      if (fault !== undefined) throw new Error(`${fault} ${describe(request, reply)}`);
      requests += 1;
      sentMs = doneMs;
    }
  };
  try {
    await Promise.all(connections.map(work));
    return { requests, elapsedMs: performance.now() - startMs };
  } finally {
    for (const connection of connections) connection.close();
  }
}

function describe(request: string, { status, body }: HttpReply): string {
  const line = request.slice(0, request.indexOf("\r\n"));
  return `${line} was answered ${status} ${body.toString("utf8", 0, 400)}`;
}
