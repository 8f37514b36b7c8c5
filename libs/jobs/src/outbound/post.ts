import { request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { PinnedTarget, UrlGuard } from "./guard.ts";
import type { Connections } from "./connections.ts";

/** One POST to an address that a customer named. */
export interface Post {
  /** Whose connection may be used again: the id of an endpoint. */
  recipient: string;
  url: string;
  target: PinnedTarget;
  headers: Record<string, string>;
  body: Buffer;
  /** Until the whole head of the answer must be there. */
  timeoutMs: number;
}

/** What came back. */
export interface PostAnswer {
  status: number;
  /** Its Retry-After header. */
  retryAfter: string | undefined;
}

/** What of an answer's body is taken in before the connection is cut; nothing of it is kept. */
const responseBytesMax = 16 * 1024;
/** Once an answer's head is there, the answer and the POST have this long to end. */
const drainMs = 2_000;

/**
 * Sends one POST to the checked address. A connection is used again only for the same recipient and for the address
 * this very POST was checked for. Redirects are answers like any other; proxies of the environment have no say. Settles
 * whatever the other side does: it rejects on a timeout, a fault, an end without an answer, or an address that the
 * guard does not permit. Nothing is sent twice: a connection that breaks is a failure, as the other side may have
 * taken the POST.
 */
export function post(
  { recipient, url, target, headers, body, timeoutMs }: Post,
  guard: UrlGuard,
  connections: Connections,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const send = target.isTls ? httpsRequest : httpRequest;
    const use = { recipient };
    const request = send({
      ...use,
      agent: target.isTls ? connections.tls : connections.plain,
      method: "POST",
      host: target.address,
      port: target.port,
      path: target.path,
      setHost: false,
      headers: { host: target.authority, ...headers, "content-length": body.length },
      // The certificate must be the name's; an IP address has no server name.
      ...(target.isTls && isIP(target.host) === 0 ? { servername: target.host.replace(/\.$/, "") } : {}),
    });
    const alarm = setTimeout(() => request.destroy(new Error("timeout")), timeoutMs);
    const answered = (response: IncomingMessage) => {
      clearTimeout(alarm);
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
    };
    request.on("error", reject);
    request.on("response", (response) => {
      answered(response);
      drain(request, response);
    });
    // Status 101. Without this listener Node would close the connection and tell nobody.
    request.on("upgrade", (response, socket) => {
      answered(response);
      socket.destroy();
    });
    // The last resort: whatever becomes of a request, it closes, and then nothing more comes of it.
    request.on("close", () => {
      clearTimeout(alarm);
      reject(new Error("the connection ended without an answer"));
    });
    request.on("socket", (socket) => {
      const begin = () => {
        if (guard.permits(url, socket.remoteAddress)) request.end(body);
        else request.destroy(new Error("the address connected to is not public"));
      };
      if (socket.connecting) socket.once("connect", begin);
      else begin();
    });
  });
}

function drain(request: ClientRequest, response: IncomingMessage): void {
  const alarm = setTimeout(() => request.destroy(), drainMs);
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > responseBytesMax) request.destroy();
  });
  response.on("error", () => undefined);
  // Not when the answer has ended: whoever answers and does not take in the POST would keep its connection.
  request.on("close", () => clearTimeout(alarm));
}
