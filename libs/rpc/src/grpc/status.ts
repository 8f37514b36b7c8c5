/** Status codes of gRPC that a server of ours sends. */
export const GrpcStatus = {
  OK: 0,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

export type GrpcStatusCode = (typeof GrpcStatus)[keyof typeof GrpcStatus];

/** A call that ends with a status other than OK. The peer sees the message: write nothing into it that is a secret. */
export class GrpcFault extends Error {
  readonly code: Exclude<GrpcStatusCode, 0>;

  constructor(code: Exclude<GrpcStatusCode, 0>, message: string) {
    super(message);
    this.name = "GrpcFault";
    this.code = code;
  }
}

/** Encodes the message for grpc-message: every byte that is not plain ASCII, and `%` itself, percent-encoded. */
export function encodeMessage(message: string): string {
  return [...Buffer.from(message)]
    .map((byte) =>
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("");
}
