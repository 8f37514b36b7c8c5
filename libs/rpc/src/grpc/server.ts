import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TlsIdentity } from "@jst/config";
import type { AddressInfo, Socket } from "node:net";
import { GrpcCall, type GrpcHeaders } from "./call.ts";
import { MessageReader } from "./message-reader.ts";
import { GrpcFault, GrpcStatus } from "./status.ts";
import { serverTls } from "../tls.ts";

/** The answer to a unary call: headers, and the message in its frame. */
export interface UnaryReply {
  headers?: GrpcHeaders;
  frame: readonly Buffer[];
}

/** Answers a call; a GrpcFault it throws becomes the call's status, anything else INTERNAL. */
export type UnaryMethod = (message: Buffer, call: GrpcCall) => UnaryReply | Promise<UnaryReply>;

/** Takes a call of one request and many replies; it sends with call.push and ends with call.fail. */
export type StreamingMethod = (message: Buffer, call: GrpcCall) => void;

type Method = (message: Buffer, call: GrpcCall) => void;

export interface GrpcServerOptions {
  /**
   * Largest request message in bytes; a larger one ends its call with RESOURCE_EXHAUSTED. By default 5 MiB, above the
   * largest body the gateway lets in (4 MiB), so a size fault is never this server's.
   */
  messageBytesMax?: number;
  /** Called with an error that is not a GrpcFault; its caller gets INTERNAL and no more. */
  onFault: (error: unknown) => void;
  /** Set where services speak TLS with one another: then nobody without a certificate of the fleet gets in. */
  tls?: TlsIdentity | undefined;
}

const messageBytesMax = 5 * 1024 * 1024;
/** Unread bytes of a stream and of a connection: a body of 5 MiB goes through in a few round trips. */
const streamWindowBytes = 1 << 20;
const connectionWindowBytes = 1 << 24;
const streamsMax = 4_096;
/** Between two looks of the kernel at a connection that says nothing. */
const keepAliveMs = 30_000;

const contentType = /^application\/grpc(?:\+proto)?\s*(?:;|$)/i;

/**
 * gRPC over HTTP/2, for unary calls (and the one stream of grpc.health.v1): the wire of grpc.io, at about half
 * the CPU time of @grpc/grpc-js (docs/adr/0011). Messages are bytes and are never compressed.
 */
export class GrpcServer {
  readonly #methods = new Map<string, Method>();
  readonly #options: GrpcServerOptions & { messageBytesMax: number };
  readonly #server: Http2Server | Http2SecureServer;
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(options: GrpcServerOptions) {
    this.#options = { messageBytesMax, ...options };
    const http2 = {
      // Limits of streams and messages bound the calls in progress; Node's 10 MB would refuse calls below them.
      maxSessionMemory: Number.MAX_SAFE_INTEGER,
      settings: {
        enablePush: false,
        initialWindowSize: streamWindowBytes,
        maxConcurrentStreams: streamsMax,
      },
    };
    const { tls } = options;
    this.#server =
      tls === undefined ? createServer(http2) : createSecureServer({ ...http2, ...serverTls(tls) });
    this.#server.on("connection", (socket: Socket) => socket.setKeepAlive(true, keepAliveMs));
    this.#server.on("session", (session) => this.#begin(session));
    this.#server.on("stream", (stream, headers) => this.#take(stream, headers));
  }

  /** Answers `path`, such as "/crm.v1.Contacts/GetContact". */
  addUnary(path: string, method: UnaryMethod): void {
    const { onFault } = this.#options;
    this.#methods.set(path, (message, call) => void answer(method, message, call, onFault));
  }

  /** Answers `path` with a stream of messages. */
  addStreaming(path: string, method: StreamingMethod): void {
    this.#methods.set(path, method);
  }

  /** Opens the port and resolves with its number; 0 chooses a free one. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Takes no new connection, tells every peer to go away, and resolves once the calls under way have ended. */
  drain(): Promise<void> {
    // Node sends the GOAWAYs and ends each connection after its last call.
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Cuts every connection. */
  cut(): void {
    this.#server.close();
    for (const session of this.#sessions) session.destroy();
  }

  #begin(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    session.on("close", () => this.#sessions.delete(session));
    // A peer that breaks the protocol loses its connection; the other connections do not notice.
    session.on("error", () => undefined);
    session.setLocalWindowSize(connectionWindowBytes);
  }

  #take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    if (!isGrpc(headers)) {
      stream.on("error", () => undefined);
      stream.respond({ ":status": headers[":method"] === "POST" ? 415 : 405 }, { endStream: true });
      return;
    }
    const call = new GrpcCall(stream, headers);
    const method = this.#methods.get(headers[":path"] ?? "");
    if (method === undefined) call.fail(GrpcStatus.UNIMPLEMENTED, "there is no such method");
    else read(stream, call, this.#options.messageBytesMax, method);
  }
}

function isGrpc(headers: IncomingHttpHeaders): boolean {
  const type = headers["content-type"];
  return (
    headers[":method"] === "POST" &&
    (type === "application/grpc" || (type !== undefined && contentType.test(type)))
  );
}

/** Reads the message and passes it on. After the end of the call, pieces are dropped. */
function read(stream: ServerHttp2Stream, call: GrpcCall, bytesMax: number, method: Method): void {
  const reader = new MessageReader(bytesMax, call.header("grpc-encoding"));
  stream.on("data", (chunk: Buffer) => {
    if (call.hasEnded) return;
    try {
      reader.take(chunk);
    } catch (fault) {
      call.failWith(fault);
    }
  });
  stream.once("end", () => {
    if (call.hasEnded) return;
    try {
      method(reader.end(), call);
    } catch (fault) {
      call.failWith(fault);
    }
  });
}

async function answer(
  method: UnaryMethod,
  message: Buffer,
  call: GrpcCall,
  onFault: (error: unknown) => void,
): Promise<void> {
  try {
    const { headers, frame } = await method(message, call);
    call.reply(headers, frame);
  } catch (fault) {
    if (!(fault instanceof GrpcFault)) onFault(fault);
    call.failWith(fault);
  }
}
