import { encodedReason, REASON_HEADER } from "@jst/rpc";
import type { CallContext } from "./tool-call.ts";

/** Returns the metadata of a call of an rpc; arguments of the tool go before what its request has. */
export function headersOf(
  values: Readonly<Record<string, unknown>>,
  target: string,
  { callerToken, requestId, traceparent, tracestate, idempotencyKey, changeReason }: CallContext,
): Record<string, string> {
  const key = (values["idempotency_key"] as string | undefined) ?? idempotencyKey;
  const reason = (values["change_reason"] as string | undefined) ?? changeReason;
  const version = values["version"] as number | undefined;
  return {
    "x-internal-token": callerToken,
    "x-envoy-original-path": target,
    "x-request-id": requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(tracestate === undefined ? {} : { tracestate }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(reason === undefined ? {} : { [REASON_HEADER]: encodedReason(reason) }),
    ...(version === undefined ? {} : { "if-match": `"${version}"` }),
  };
}
