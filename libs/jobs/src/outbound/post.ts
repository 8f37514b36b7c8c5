import {
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import type { PinnedTarget, UrlGuard } from "./guard.ts";
import type { Connections } from "./connections.ts";

/** One POST to an address that a customer named. */
export interface Post {
  /** Id of the endpoint whose connection may be used again. */
  recipient: string;
  url: string;
  target: PinnedTarget;
  headers: Record<string, string>;
  body: Buffer;
  /** Until the whole head of the answer must be there; of an answer that is read, its body too. */
  timeoutMs: number;
  /** Most bytes of an answer whose body is read whole; without it nothing of a body is kept. */
  answerBytesMax?: number;
  /** Ends the POST early; what it had sent by then may have been taken. */
  signal?: AbortSignal;
}

/** A GET of an address that somebody named, whose whole answer is read. */
export type Get = Omit<Post, "body" | "answerBytesMax"> & { answerBytesMax: number };

/** Reply to the POST. */
export interface PostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Its Retry-After header. */
  retryAfter: string | undefined;
  /** Empty where the body was not to be read. */
  body: Buffer;
}

const nothing = Buffer.alloc(0);
/** Bytes of an unread body that are received before the connection is cut. */
const responseBytesMax = 16 * 1024;
/** Once an answer's head is there, the answer and the POST have this long to end. */
const drainMs = 2_000;

/**
 * Sends one POST to the checked address. A connection is used again only for the same recipient and for the address
 * that this POST was checked for. Redirects are replies like any other; proxies of the environment have no effect. It
 * always settles: it rejects on a timeout, a fault, an end without a reply, a reply over the limit, or an address that
 * the guard refuses.
 */
export function post(sent: Post, guard: UrlGuard, connections: Connections): Promise<PostAnswer> {
  return exchange({ ...sent, method: "POST" }, guard, connections);
}

/** Head of an answer, and its body as it comes: it is to be read or destroyed. */
export interface OpenAnswer {
  status: number;
  body: Readable;
}

/** Sends a GET and answers once its head is there; the signal ends the body too. */
export function open(
  asked: Omit<Get, "answerBytesMax"> & { signal: AbortSignal },
  guard: UrlGuard,
  connections: Connections,
): Promise<OpenAnswer> {
  return new Promise((resolve, reject) => {
    const taken = (body: IncomingMessage) => resolve({ status: body.statusCode ?? 0, body });
    exchange({ ...asked, body: nothing, method: "GET", taken }, guard, connections).catch(reject);
  });
}

/** The same for a GET. */
export function get(asked: Get, guard: UrlGuard, connections: Connections): Promise<PostAnswer> {
  return exchange({ ...asked, body: nothing, method: "GET" }, guard, connections);
}

type Exchange = Post & {
  method: "GET" | "POST";
  /** Takes the answer with its body once the head is there. */
  taken?: (response: IncomingMessage) => void;
};

function exchange(sent: Exchange, guard: UrlGuard, connections: Connections): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const request = requestOf(sent, connections);
    const alarm = setTimeout(
      () => request.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })),
      sent.timeoutMs,
    );
    let isRead = false;
    const answered = (response: IncomingMessage, body: Buffer = nothing) => {
      clearTimeout(alarm);
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, retryAfter: headers["retry-after"], body });
    };
    request.on("error", reject);
    request.on("response", (response) => {
      if (sent.taken !== undefined) {
        answered(response);
        sent.taken(response);
        return;
      }
      if (sent.answerBytesMax === undefined) {
        answered(response);
        drain(request, response);
        return;
      }
      isRead = true;
      whole(response, sent.answerBytesMax).then((body) => answered(response, body), reject);
    });
    // Status 101. Without this listener Node would close the connection and tell nobody.
    request.on("upgrade", (response, socket) => {
      answered(response);
      socket.destroy();
    });
    // The last resort: every request closes, and nothing follows. A reader of the reply learns of its end a moment
    // later.
    request.on("close", () => {
      clearTimeout(alarm);
      if (!isRead) reject(new Error("the connection ended without an answer"));
    });
    request.on("socket", (socket) => {
      const begin = () => {
        if (guard.permits(sent.url, socket.remoteAddress)) request.end(sent.body);
        else request.destroy(new Error("the address connected to is not public"));
      };
      if (socket.connecting) socket.once("connect", begin);
      else begin();
    });
  });
}

/** The request, of which nothing has left yet. */
function requestOf(
  { method, recipient, target, headers, body, signal }: Exchange,
  connections: Connections,
): ClientRequest {
  const send = target.isTls ? httpsRequest : httpRequest;
  const use = { recipient };
  return send({
    ...use,
    agent: target.isTls ? connections.tls : connections.plain,
    method,
    host: target.address,
    port: target.port,
    path: target.path,
    setHost: false,
    headers: {
      host: target.authority,
      ...headers,
      ...(method === "POST" ? { "content-length": body.length } : {}),
    },
    ...(signal === undefined ? {} : { signal }),
    // The certificate must be the name's; an IP address has no server name.
    ...(target.isTls && isIP(target.host) === 0 ? { servername: target.host.replace(/\.$/, "") } : {}),
  });
}

/** The whole body; one that is longer ends its connection. */
async function whole(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytesMax) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function drain(request: ClientRequest, response: IncomingMessage): void {
  const alarm = setTimeout(() => request.destroy(), drainMs);
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > responseBytesMax) request.destroy();
  });
  response.on("error", () => undefined);
  // Not at the end of the reply: a server that replies without reading the POST would keep its connection.
  request.on("close", () => clearTimeout(alarm));
}
