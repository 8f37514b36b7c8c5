import { status, type ServiceError } from "@grpc/grpc-js";
import { AppError } from "@jst/errors";

/** Above the largest reply the gateway lets through. */
const REPLY_BYTES_MAX = 17 * 1024 * 1024;

/** An rpc that may be sent again when a replica goes away. */
export interface RepeatableRpc {
  service: string;
  method: string;
}

/**
 * Returns the options of a channel to the replicas of one service. gRPC itself repeats a write only if it never left.
 */
export function channelOptions(repeatable: readonly RepeatableRpc[]): Record<string, string | number> {
  const retryPolicy = {
    maxAttempts: 3,
    initialBackoff: "0.05s",
    maxBackoff: "0.5s",
    backoffMultiplier: 2,
    retryableStatusCodes: ["UNAVAILABLE"],
  };
  const name = repeatable.map(({ service, method }) => ({ service, method }));
  return {
    "grpc.service_config": JSON.stringify({
      loadBalancingConfig: [{ round_robin: {} }],
      methodConfig: name.length === 0 ? [] : [{ name, retryPolicy }],
    }),
    "grpc.max_receive_message_length": REPLY_BYTES_MAX,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1_000,
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 5_000,
    "grpc.enable_channelz": 0,
  };
}

/**
 * Builds the fault of a failed transport as the gateway words it (gateway/README.md): the transport's own message stays
 * inside.
 */
export function transportFault(cause: ServiceError): AppError {
  switch (cause.code) {
    case status.DEADLINE_EXCEEDED:
      return new AppError(
        "timeout",
        "The service did not answer in time. Check the data, then repeat a write with the same Idempotency-Key.",
        { cause },
      );
    case status.UNAVAILABLE:
    case status.RESOURCE_EXHAUSTED:
    case status.ABORTED:
    case status.CANCELLED:
    // A replica of the release before does not know the rpc yet.
    case status.UNIMPLEMENTED:
      return new AppError("unavailable", "The service cannot be reached. Try again.", { cause });
    default:
      return new AppError(
        "internal_error",
        "Something failed on our side. Try again; if it fails again, report the request_id.",
        { cause },
      );
  }
}
