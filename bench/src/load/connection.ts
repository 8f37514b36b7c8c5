import { connect, type Socket } from "node:net";

/** One HTTP/1.1 reply, whole. */
export interface HttpReply {
  status: number;
  body: Buffer;
}

interface Waiting {
  resolve: (reply: HttpReply) => void;
  reject: (error: Error) => void;
}

const endOfHead = Buffer.from("\r\n\r\n");
const nothing: Buffer = Buffer.alloc(0);

/**
 * One keep-alive connection with one request under way. It does as little as HTTP/1.1 allows, because what the load
 * costs is taken from the two cores the contestants run on.
 */
export class LoadConnection {
  readonly #socket: Socket;
  /** Received pieces of the reply, and the size at which it is worth another look. */
  #pieces: Buffer[] = [];
  #received = 0;
  #needed = 0;
  #waiting: Waiting | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("The connection was closed before the reply.")));
  }

  /** Connects to a port of this machine. */
  static async open(port: number): Promise<LoadConnection> {
    const socket = connect({ host: "127.0.0.1", port });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new LoadConnection(socket);
  }

  /** Sends a request and resolves with its reply. */
  exchange(request: string): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#received += chunk.length;
    // A large reply comes in many pieces: joined at each, it would be copied as often.
    if (this.#received < this.#needed) return;
    const bytes = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#received);
    const reply = readReply(bytes);
    if (typeof reply === "number") {
      this.#pieces = [bytes];
      this.#needed = reply;
      return;
    }
    this.#pieces = [];
    this.#received = 0;
    this.#needed = 0;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(reply);
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}

/** The reply, once all of it has arrived; until then how many bytes it has at least. */
function readReply(bytes: Buffer): HttpReply | number {
  const headEnd = bytes.indexOf(endOfHead);
  if (headEnd < 0) return bytes.length + 1;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const start = headEnd + endOfHead.length;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? end : { status, body: bytes.subarray(start, end) };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, body: nothing };
  const body = readChunks(bytes, start);
  return body === undefined ? bytes.length + 1 : { status, body };
}

function readChunks(bytes: Buffer, from: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
}
