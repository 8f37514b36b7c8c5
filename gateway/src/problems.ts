import { statusOf, titleOf, type ErrorCode } from "@jst/errors";

/** An error the gateway itself answers with. */
export interface GatewayProblem {
  code: ErrorCode;
  detail: string;
  /** Extension members (errors.members). */
  extension?: Record<string, string | number>;
}

/** limits.body: a JSON body has at most 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;

/** A service is dead, slow or cut off. */
export const unavailable: GatewayProblem = {
  code: "unavailable",
  detail: "A part of the service did not answer. Send the request again.",
};
/** A body or a head that arrives too slowly. */
export const requestTimeout: GatewayProblem = {
  code: "request_timeout",
  detail: "The whole request did not arrive in time. Send it again.",
};
const timeout: GatewayProblem = {
  code: "timeout",
  detail:
    "The service did not answer in time. Check the data, then repeat a write with the same Idempotency-Key.",
};
const unsupported: GatewayProblem = {
  code: "unsupported_media_type",
  detail: "Calls in gRPC are not supported. Send JSON.",
};
/** A header block above a limit of the gateway, as it came or with what auth adds for the services. */
export const headersTooLarge: GatewayProblem = {
  code: "headers_too_large",
  detail: "The headers are larger than 60 KiB, or more than 100. Send fewer or shorter headers.",
};
const uriTooLong: GatewayProblem = {
  code: "uri_too_long",
  detail: "The URL is longer than 32 KiB. Shorten its parameters.",
};

/** Auth is dead, slow, cut off or broken: nobody is let in. */
export const authUnavailable: GatewayProblem = {
  code: "unavailable",
  detail: "Access cannot be checked now. Send the request again.",
};

/** A NUL anywhere in the target (limits.head). */
export const nulInTarget: GatewayProblem = {
  code: "malformed_json",
  detail: "The URL contains a NUL character. Remove it.",
};

/** A host that no service behind can take, or Host or Authorization given twice (limits.head). */
export const oddHead: GatewayProblem = {
  code: "bad_request",
  detail:
    "The Host or Authorization header is not valid. Send one Host, a name or an address with or without a port, and at most one Authorization.",
};

/** Any reply of Envoy's own below 500 that has no entry of its own. */
export const badRequest: GatewayProblem = {
  code: "bad_request",
  detail: "The request or its URL is not valid HTTP. Correct it and send it again.",
};

/** Any other reply of Envoy's own. */
export const internalError: GatewayProblem = {
  code: "internal_error",
  detail: "Something failed on our side. Try again; if it fails again, report the request_id.",
};

/** A body above the limit of its rpc. */
export function payloadTooLarge(limit: number): GatewayProblem {
  return {
    code: "payload_too_large",
    detail: `The body is larger than the maximum of ${limit} bytes. Send less, or split it into several requests.`,
    extension: { limit },
  };
}

/** Problems that Envoy itself answers, by the status it chose. */
export const localProblems: readonly GatewayProblem[] = [
  badRequest,
  {
    code: "route_not_found",
    detail: "This route does not exist. See GET /api/.well-known/openapi.json for all routes.",
  },
  {
    code: "method_not_allowed",
    detail: "The route does not support this method. See the Allow header for the supported methods.",
  },
  requestTimeout,
  payloadTooLarge(MAX_BODY_BYTES),
  uriTooLong,
  unsupported,
  headersTooLarge,
  internalError,
  {
    code: "upstream_failed",
    detail: "The service did not send a valid reply. Send the request again later.",
  },
  unavailable,
  timeout,
];

/**
 * Transport faults of a service by gRPC status; every other one is an internal error. 8 is a size or a full queue,
 * never the rate limit.
 */
export const grpcProblems: Readonly<Record<string, GatewayProblem>> = {
  "1": unavailable,
  "4": timeout,
  "8": unavailable,
  "12": unavailable,
  "14": unavailable,
};

/**
 * Refusals of the Lua filters, by the word that they leave in the metadata of the request. Envoy hides the status
 * behind a gRPC one if the request had a gRPC media type.
 */
export const luaRefusals = {
  head: oddHead,
  grpc: unsupported,
  target: uriTooLong,
  nul: nulInTarget,
} as const satisfies Record<string, GatewayProblem>;

/** The problem document (errors.shape), without request_id and trace_id. */
export function documentOf(problem: GatewayProblem, baseUrl: string): Record<string, string | number> {
  return {
    type: `${baseUrl}/errors/${problem.code}`,
    title: titleOf(problem.code),
    status: statusOf(problem.code),
    detail: problem.detail,
    code: problem.code,
    ...problem.extension,
  };
}
