import { Agent, get } from "node:http";

/** A GET that many send, and how. */
export interface Load {
  port: number;
  path: string;
  headers: Record<string, string>;
  clients: number;
}

/** Sends the GET over kept connections, each with one request under way, until `isOver`; answers times by status. */
export async function sendLoad(
  { port, path, headers, clients }: Load,
  isOver: () => boolean,
): Promise<Map<number, number[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times = new Map<number, number[]>();
  const send = () =>
    new Promise<number>((resolve, reject) => {
      get({ host: "127.0.0.1", port, path, headers, agent }, (reply) => {
        reply.resume().once("end", () => resolve(reply.statusCode ?? 0));
      }).once("error", reject);
    });
  const work = async () => {
    while (!isOver()) {
      const beganMs = performance.now();
      const status = await send();
      const known = times.get(status) ?? [];
      known.push(performance.now() - beganMs);
      times.set(status, known);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
  return times;
}
