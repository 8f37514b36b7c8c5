import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { constants } from "node:http2";
import { encodeMessage, GrpcFault, GrpcStatus, type GrpcStatusCode } from "./status.ts";
import { PREFIX_BYTES } from "./message-reader.ts";

/** Names in lower case, values in visible ASCII. */
export type GrpcHeaders = Readonly<Record<string, string>>;

/** Longest delay a timer of Node takes, in milliseconds. */
const TIMER_MAX_MS = 2_147_483_647;

const endsOk = { "grpc-status": String(GrpcStatus.OK) };
const opening = { ":status": 200, "content-type": "application/grpc" } as const;
const withTrailers = { waitForTrailers: true, sendDate: false } as const;
const withoutBody = { endStream: true, sendDate: false } as const;
const visibleAscii = /^[\x20-\x7e]*$/;

/**
 * One call on its stream: what the caller said of it, and the way back. It ends once: by its end, by its deadline, or
 * because the caller is gone; whatever comes later is dropped.
 */
export class GrpcCall {
  readonly #stream: ServerHttp2Stream;
  readonly #headers: IncomingHttpHeaders;
  readonly #alarm: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #hasCallerLeft = false;
  #departure: AbortController | undefined;
  #isCut = false;
  #trailers: GrpcHeaders = endsOk;
  /** Called once, when the call ends in whatever way. */
  onEnd: (() => void) | undefined;
  /** When the caller stops waiting: milliseconds of Unix time, Infinity where it named no time. */
  readonly deadline: number;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders) {
    this.#stream = stream;
    this.#headers = headers;
    stream.on("error", ignore);
    stream.on("close", () => this.#leave());
    const timeout = headers["grpc-timeout"];
    const limitMs = typeof timeout === "string" ? timeoutMs(timeout) : undefined;
    this.deadline = limitMs === undefined ? Infinity : Date.now() + limitMs;
    if (limitMs !== undefined && limitMs <= TIMER_MAX_MS) {
      this.#alarm = setTimeout(() => this.#expire(), limitMs);
    }
  }

  /** True once the caller has left before the end of the call. */
  get hasCallerLeft(): boolean {
    return this.#hasCallerLeft;
  }

  /** Aborted when the caller goes away before the call has ended. */
  get departure(): AbortSignal {
    this.#departure ??= new AbortController();
    if (this.#hasCallerLeft) this.#departure.abort();
    return this.#departure.signal;
  }

  /** Returns a header of the call; several of one name are joined by commas. */
  header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === "string" ? value : value?.join(", ");
  }

  /** True once nothing more can be sent. */
  get hasEnded(): boolean {
    return this.#hasEnded || this.#stream.closed || this.#stream.destroyed;
  }

  /**
   * Ends the call successfully: headers, and the message in its frame (`frame` of frames.ts), in any number of pieces.
   * Throws before anything is sent if a header is invalid.
   */
  reply(headers: GrpcHeaders | undefined, pieces: readonly Buffer[]): void {
    if (this.hasEnded) return;
    this.#open(headers);
    this.#finish();
    const [only] = pieces;
    if (only !== undefined && pieces.length === 1) this.#stream.end(only);
    else {
      this.#stream.cork();
      for (const piece of pieces) this.#stream.write(piece);
      this.#stream.end();
    }
  }

  /** Sends a message of a stream of them, and the headers before the first. */
  push(frame: Buffer): void {
    if (this.hasEnded) return;
    if (!this.#stream.headersSent) this.#open(undefined);
    this.#stream.write(frame);
  }

  /** Sends the headers of a stream of which no part may look whole: it ends by `end`, or is cut. */
  open(headers: GrpcHeaders): void {
    if (this.hasEnded) return;
    this.#isCut = true;
    this.#open(headers);
  }

  /**
   * Sends a message of such a stream, in pieces; resolves once the caller takes more. False if it takes nothing within
   * the time, or has left.
   */
  async send(pieces: readonly Buffer[], stallMs: number): Promise<boolean> {
    if (this.hasEnded) return false;
    const stream = this.#stream;
    stream.cork();
    let isTaken = true;
    for (const piece of pieces) isTaken = stream.write(piece);
    stream.uncork();
    if (isTaken) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const drained = () => resolve(true);
    const left = () => resolve(false);
    const alarm = setTimeout(left, stallMs);
    stream.once("drain", drained).once("close", left);
    try {
      return await promise;
    } finally {
      clearTimeout(alarm);
      stream.off("drain", drained).off("close", left);
    }
  }

  /** Ends such a stream: it is whole. */
  end(): void {
    if (this.hasEnded) return;
    this.#finish();
    this.#stream.end();
  }

  /** Cuts such a stream: the caller sees that it is not whole. */
  cut(): void {
    if (this.hasEnded) return;
    this.#finish();
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  /**
   * Ends the call with a fault: alone in its headers where nothing was sent before, and then with `headers`; else in
   * the trailers.
   */
  fail(code: Exclude<GrpcStatusCode, 0>, message: string, headers?: GrpcHeaders): void {
    if (this.#isCut) this.cut();
    if (this.hasEnded) return;
    this.#finish();
    const trailers = { "grpc-status": String(code), "grpc-message": encodeMessage(message) };
    if (this.#stream.headersSent) {
      this.#trailers = trailers;
      this.#stream.end();
      return;
    }
    this.#stream.respond({ ...opening, ...headers, ...trailers }, withoutBody);
    // The caller may still be sending: it is told to stop, and what comes is not kept (RFC 9113, 8.1).
    if (!this.#stream.readableEnded) this.#stream.close(constants.NGHTTP2_NO_ERROR);
  }

  /** Fails the call; an error that is not a GrpcFault shows nothing of itself. */
  failWith(error: unknown): void {
    if (error instanceof GrpcFault) this.fail(error.code, error.message);
    else this.fail(GrpcStatus.INTERNAL, "internal error");
  }

  /** Ends a message that has not arrived in full: the caller is late, and the gateway answers 408 (errors.gateway). */
  #expire(): void {
    const headers = this.#stream.readableEnded ? undefined : { "x-http-status": "408" };
    this.fail(GrpcStatus.DEADLINE_EXCEEDED, "the deadline has passed", headers);
  }

  #open(headers: GrpcHeaders | undefined): void {
    requireHeaders(headers);
    this.#stream.once("wantTrailers", () => this.#stream.sendTrailers(this.#trailers));
    this.#stream.respond({ ...opening, ...headers }, withTrailers);
  }

  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasCallerLeft = true;
    this.#departure?.abort();
    this.#finish();
  }

  #finish(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#alarm);
    this.onEnd?.();
  }
}

/** Node ends a header at a NUL and checks no more than that; Envoy resets a stream over any other control character. */
function requireHeaders(headers: GrpcHeaders | undefined): void {
  for (const name in headers) {
    if (!visibleAscii.test(headers[name] ?? ""))
      throw new TypeError(`The header ${name} is not visible ASCII.`);
  }
}

/** Ignores an error: a stream that breaks is closed as well, and nothing else follows from it. */
function ignore(): void {
  // Nothing to do.
}

/** Builds the prefix of a message of `length` bytes. */
export function prefixOf(length: number): Buffer {
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES);
  prefix[0] = 0;
  prefix.writeUInt32BE(length, 1);
  return prefix;
}

/** Frames a small message. */
export function framed(message: Buffer): Buffer {
  return Buffer.concat([prefixOf(message.length), message]);
}

/** Milliseconds in each unit of a grpc-timeout. */
const units: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};

/** Parses a grpc-timeout header in milliseconds; undefined if it is not valid. The protocol allows eight digits. */
function timeoutMs(header: string): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(header);
  const unit = units[match?.[2] ?? ""];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}
