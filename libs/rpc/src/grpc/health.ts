import { framed, type GrpcCall } from "./call.ts";
import type { GrpcServer } from "./server.ts";
import { GrpcFault, GrpcStatus } from "./status.ts";
import { Fields, numberField } from "./wire.ts";

/** Values of grpc.health.v1.HealthCheckResponse.ServingStatus. */
const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

/** State that a load balancer or a probe reads, for the process as a whole: it names the service "". */
export interface Health {
  setServing(isServing: boolean): void;
  /** Ends the streams of watchers, which would hold a draining server up for ever. */
  endWatches(): void;
}

/** Adds grpc.health.v1.Health (Check and Watch) to the server; at first it says NOT_SERVING. */
export function addHealth(server: GrpcServer): Health {
  let status = NOT_SERVING;
  const watchers = new Set<GrpcCall>();
  const current = (): Buffer => framed(numberField(1, status));
  server.addUnary("/grpc.health.v1.Health/Check", (message) => {
    if (serviceOf(message) !== "") throw new GrpcFault(GrpcStatus.NOT_FOUND, "unknown service");
    return { frame: [current()] };
  });
  server.addStreaming("/grpc.health.v1.Health/Watch", (message, call) => {
    if (serviceOf(message) !== "") {
      call.push(framed(numberField(1, SERVICE_UNKNOWN)));
      return;
    }
    watchers.add(call);
    call.onEnd = () => watchers.delete(call);
    call.push(current());
  });
  return {
    setServing: (isServing) => {
      status = isServing ? SERVING : NOT_SERVING;
      for (const call of watchers) call.push(current());
    },
    endWatches: () => {
      for (const call of watchers) call.fail(GrpcStatus.UNAVAILABLE, "the server is going away");
    },
  };
}

/** `service` of a HealthCheckRequest. */
function serviceOf(message: Buffer): string {
  let service = "";
  const fields = new Fields(message, 0, message.length);
  while (fields.next()) if (fields.field === 1) service = fields.text();
  return service;
}
