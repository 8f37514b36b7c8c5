import { setTimeout as delay } from "node:timers/promises";
import { startRepeating } from "../../src/repeating.ts";
import { ask } from "./requests.ts";

/** Somebody who tries what is not allowed. */
export interface Stranger {
  /** Requests that were answered with a 2xx. */
  trespasses: string[];
  /** Requests that were answered at all. */
  asked(): number;
  stop(): Promise<void>;
}

const pauseMs = 100;

/** Asks without a token, with a made-up one and with a revoked one, for as long as the faults go on. */
export function startStranger(revoked: string): Stranger {
  const trespasses: string[] = [];
  let asked = 0;
  const body = { first_name: "Stranger" };
  const requests = [
    { path: "/api/v1/contacts" },
    { path: "/api/v1/contacts", token: `${revoked.slice(0, -1)}0` },
    { path: "/api/v1/contacts", token: revoked },
    { method: "POST", path: "/api/v1/contacts", token: revoked, body },
  ];
  const work = startRepeating(async () => {
    for (const request of requests) {
      const answer = await ask(request);
      if (answer === undefined) continue;
      asked += 1;
      if (answer.status < 300) trespasses.push(`${request.path}: ${answer.status}`);
    }
    await delay(pauseMs);
  });
  return { trespasses, asked: () => asked, stop: () => work.stop() };
}
