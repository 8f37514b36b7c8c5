import { status, type sendUnaryData, type Server, type ServerUnaryCall } from "@grpc/grpc-js";
import type { Check } from "./check.ts";

const asItIs = (bytes: Buffer): Buffer => bytes;

/** envoy.service.auth.v3.Authorization with messages left as bytes. */
const authorization = {
  Check: {
    path: "/envoy.service.auth.v3.Authorization/Check",
    requestStream: false,
    responseStream: false,
    requestSerialize: asItIs,
    requestDeserialize: asItIs,
    responseSerialize: asItIs,
    responseDeserialize: asItIs,
  },
} as const;

/** Lets the gateway ask `check`. A fault in it is an error of the call, which the gateway treats as a denial. */
export function addCheck(server: Server, check: Pick<Check, "answer">): void {
  server.addService(authorization, {
    Check: (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
      const [traceparent] = call.metadata.get("traceparent");
      check.answer(call.request, typeof traceparent === "string" ? traceparent : undefined).then(
        (response) => callback(null, response),
        () => callback({ code: status.INTERNAL, details: "check failed" }),
      );
    },
  });
}
