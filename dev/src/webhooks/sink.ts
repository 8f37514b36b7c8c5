import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { host } from "../ports.ts";
import { verify, type Verdict } from "./signatures.ts";

/** A delivery that has arrived. */
export interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
  /** Undefined without a secret to verify with. */
  verdict: Verdict | undefined;
}

/** Receives deliveries on loopback; one whose signatures are wrong is answered 401, so that it counts as failed. */
export async function startSink(
  port: number,
  secret: string | undefined,
  onArrival: (arrival: Arrival) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const verdict = secret === undefined ? undefined : verify(request.headers, body, secret, new Date());
      const isAccepted = verdict === undefined || (verdict.specification && verdict.standard);
      response.writeHead(isAccepted ? 204 : 401).end();
      onArrival({ headers: request.headers, body: body.toString(), verdict });
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  return server;
}
