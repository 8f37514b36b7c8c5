import { GrpcFault, GrpcStatus } from "./grpc/status.ts";
import { Fields } from "./grpc/wire.ts";

/** The wire request of a transcoded rpc: its path fields, and the body where it has one. */
export interface WireRequest {
  /** Path fields by name; one that was not sent is absent. */
  path: Record<string, string>;
  body: WireBody | undefined;
  /** Text that stands for the body of a repeated write whose body differs each time (conventions.idempotency). */
  fingerprint?: unknown;
}

/** A google.api.HttpBody as it was sent. */
export interface WireBody {
  contentType: string;
  data: Buffer;
}

/** A field of a request message as a descriptor has it. */
export interface WireField {
  name: string;
  number: number;
}

const BODY = "body";
// Field numbers: google/api/httpbody.proto.
const CONTENT_TYPE = 1;
const DATA = 2;
const NOTHING = Buffer.alloc(0);

/**
 * Reads request messages with these fields: texts, and `body`, a google.api.HttpBody. Unknown fields are skipped; of a
 * field that comes twice the last counts. Invalid bytes are GrpcFault INTERNAL.
 */
export function requestReader(fields: readonly WireField[]): (message: Buffer) => WireRequest {
  const names = new Map(fields.map(({ name, number }) => [number, name]));
  return (message) => {
    const request: WireRequest = { path: {}, body: undefined };
    try {
      const found = new Fields(message, 0, message.length);
      while (found.next()) {
        const name = names.get(found.field);
        if (name === BODY) readBody(found.message(), (request.body ??= { contentType: "", data: NOTHING }));
        else if (name !== undefined) request.path[name] = found.utf8();
      }
    } catch {
      throw new GrpcFault(GrpcStatus.INTERNAL, "the request message is malformed");
    }
    return request;
  };
}

function readBody(fields: Fields, body: WireBody): void {
  while (fields.next()) {
    if (fields.field === CONTENT_TYPE) body.contentType = fields.utf8();
    else if (fields.field === DATA) body.data = fields.bytes();
  }
}
