import { bytesField, lengthPrefix, numberField } from "@jst/rpc";

// Field numbers: envoy/service/auth/v3/external_auth.proto, google/rpc/status.proto.
const STATUS = 1;
const DENIED = 2;
const OK = 3;
const OK_HEADERS = 2;
const OK_HEADERS_TO_REMOVE = 5;
const OK_RESPONSE_HEADERS = 6;
const DENIED_STATUS = 1;
const DENIED_HEADERS = 2;
const DENIED_BODY = 3;
const OVERWRITE_IF_EXISTS_OR_ADD = 2;
/** google.rpc.Code PERMISSION_DENIED: any but OK makes Envoy answer with the denied response. */
const PERMISSION_DENIED = 7;

const ALLOWED_STATUS = bytesField(STATUS, "");
const DENIED_RPC_STATUS = bytesField(STATUS, numberField(1, PERMISSION_DENIED));
const OVERWRITE = numberField(3, OVERWRITE_IF_EXISTS_OR_ADD);
const NOTHING = Buffer.alloc(0);

/** Header names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** Encodes the part of an allowed answer that all requests share: upstream headers and removals. */
export function okPart(options: { upstream: Headers; remove: readonly string[]; response: Headers }): Buffer {
  const part = Buffer.concat([
    ...headerFields(OK_HEADERS, options.upstream),
    ...options.remove.map((name) => bytesField(OK_HEADERS_TO_REMOVE, name)),
    ...headerFields(OK_RESPONSE_HEADERS, options.response),
  ]);
  // It is kept as long as its token; as a piece of Node's pool it would keep a whole slab.
  const own = Buffer.allocUnsafeSlow(part.length);
  part.copy(own);
  return own;
}

/** Encodes an allowed CheckResponse: an okPart, and the RateLimit header of this request if it was counted. */
export function allowedResponse(part: Buffer, rateLimit?: string): Buffer {
  const tail = rateLimit === undefined ? NOTHING : headerField(OK_RESPONSE_HEADERS, "ratelimit", rateLimit);
  return Buffer.concat([ALLOWED_STATUS, lengthPrefix(OK, part.length + tail.length), part, tail]);
}

/** Encodes a denied CheckResponse: the gateway sends exactly this status, these headers and this body. */
export function deniedResponse(status: number, headers: Headers, body: string): Buffer {
  const denied = Buffer.concat([
    bytesField(DENIED_STATUS, numberField(1, status)),
    ...headerFields(DENIED_HEADERS, headers),
    bytesField(DENIED_BODY, body),
  ]);
  return Buffer.concat([DENIED_RPC_STATUS, bytesField(DENIED, denied)]);
}

function headerFields(field: number, headers: Headers): Buffer[] {
  return Object.entries(headers).map(([name, value]) => headerField(field, name, value));
}

function headerField(field: number, name: string, value: string): Buffer {
  const header = bytesField(1, Buffer.concat([bytesField(1, name), bytesField(2, value)]));
  return bytesField(field, Buffer.concat([header, OVERWRITE]));
}
