import { request as request1 } from "node:http";
import { connect as connect2, type ClientHttp2Session } from "node:http2";
import { connect } from "node:net";
import { test, type TestContext } from "node:test";

/** One request of a test. A body of several chunks is sent without content-length. */
export interface Sent {
  method?: string;
  path: string;
  /** The token's words; null sends none. `allow` by default. */
  token?: string | null;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | Buffer[];
}

/** Received reply. */
export interface Received {
  status: number;
  headers: Record<string, string | undefined>;
  bytes: Buffer;
  text: string;
}

/** Sends one request over one protocol version. */
export type Send = (sent: Sent) => Promise<Received>;

/** Declares the test twice, over HTTP/1.1 and over HTTP/2: clients use both and Envoy treats them apart. */
export function overBoth(
  name: string,
  port: () => number,
  check: (send: Send, context: TestContext) => Promise<void>,
): void {
  void test(`${name} (HTTP/1.1)`, (context) => check((sent) => send1(port(), sent), context));
  void test(`${name} (HTTP/2)`, (context) => check((sent) => send2(port(), sent), context));
}

/** Sends over HTTP/1.1 on a connection of its own. */
export function send1(port: number, sent: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = request1(
      {
        host: "127.0.0.1",
        port,
        method: sent.method ?? "GET",
        path: sent.path,
        headers: headersOf(sent),
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve(received(response.statusCode ?? 0, response.headers, chunks)));
      },
    );
    request.on("error", reject);
    for (const chunk of chunksOf(sent)) request.write(chunk);
    request.end();
  });
}

/** Sends over HTTP/2 on a connection of its own. */
export function send2(port: number, sent: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const session: ClientHttp2Session = connect2(`http://127.0.0.1:${port}`);
    session.on("error", reject);
    const stream = session.request(
      { ":method": sent.method ?? "GET", ":path": sent.path, ...headersOf(sent) },
      { endStream: false },
    );
    const chunks: Buffer[] = [];
    let head: Record<string, string | string[] | number | undefined> = {};
    stream.on("response", (headers) => (head = headers));
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", (error: Error) => {
      session.destroy();
      reject(error);
    });
    stream.on("end", () => {
      session.close();
      resolve(received(Number(head[":status"]), head, chunks));
    });
    for (const chunk of chunksOf(sent)) stream.write(chunk);
    stream.end();
  });
}

/** Writes bytes to the gateway as they are and answers everything it sends until it closes. */
export function sendRaw(port: number, bytes: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(parsed(Buffer.concat(chunks).toString("utf8"))));
  });
}

function parsed(text: string): Received {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [start = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  return received(Number(start.split(" ")[1]), headers, [Buffer.from(rest.join("\r\n\r\n"))]);
}

function headersOf({ token = "allow", headers = {}, body }: Sent): Record<string, string | string[]> {
  const length =
    typeof body === "string" || Buffer.isBuffer(body)
      ? { "content-length": String(Buffer.byteLength(body)) }
      : {};
  return { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...length, ...headers };
}

function chunksOf({ body }: Sent): (string | Buffer)[] {
  if (body === undefined) return [];
  return Array.isArray(body) ? body : [body];
}

function received(
  status: number,
  headers: Record<string, string | string[] | number | undefined>,
  chunks: Buffer[],
): Received {
  const bytes = Buffer.concat(chunks);
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value?.toString(),
  ]);
  return {
    status,
    headers: Object.fromEntries(flat) as Received["headers"],
    bytes,
    text: bytes.toString("utf8"),
  };
}
