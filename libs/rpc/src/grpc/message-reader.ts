import { GrpcFault, GrpcStatus } from "./status.ts";

/** Bytes in front of a message: a flag and the length. */
export const PREFIX_BYTES = 5;

const COMPRESSED = 1;

/** Collects the one message of a unary request from the pieces it arrives in; take() and end() throw GrpcFault. */
export class MessageReader {
  readonly #bytesMax: number;
  readonly #encoding: string | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of prefix and message; known once the prefix is there. */
  #expected: number | undefined;

  /** `encoding` is the call's grpc-encoding. */
  constructor(bytesMax: number, encoding: string | undefined) {
    this.#bytesMax = bytesMax;
    this.#encoding = encoding;
  }

  /** Takes one piece. What a message must not be is refused as soon as its prefix says so. */
  take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#expected === undefined && this.#size >= PREFIX_BYTES) this.#readPrefix();
    if (this.#expected !== undefined && this.#size > this.#expected) {
      throw new GrpcFault(GrpcStatus.UNIMPLEMENTED, "a unary call has one message");
    }
  }

  /** Returns the message, once the client has sent all of it. */
  end(): Buffer {
    if (this.#size === 0) throw new GrpcFault(GrpcStatus.UNIMPLEMENTED, "a unary call has one message");
    if (this.#size !== this.#expected) throw new GrpcFault(GrpcStatus.INTERNAL, "the message is cut off");
    return this.#whole().subarray(PREFIX_BYTES);
  }

  #whole(): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const whole = Buffer.concat(this.#chunks, this.#size);
    this.#chunks = [whole];
    return whole;
  }

  #readPrefix(): void {
    const prefix = this.#whole();
    const flag = prefix[0];
    const length = prefix.readUInt32BE(1);
    if (flag === COMPRESSED && this.#encoding !== undefined && this.#encoding !== "identity") {
      throw new GrpcFault(GrpcStatus.UNIMPLEMENTED, "messages are not compressed here");
    }
    if (flag !== 0) throw new GrpcFault(GrpcStatus.INTERNAL, "the flag of the message is wrong");
    if (length > this.#bytesMax) {
      throw new GrpcFault(
        GrpcStatus.RESOURCE_EXHAUSTED,
        `the message is larger than ${this.#bytesMax} bytes`,
      );
    }
    this.#expected = PREFIX_BYTES + length;
  }
}
