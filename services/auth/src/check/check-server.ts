import { framed, GrpcFault, GrpcStatus, type GrpcServer } from "@jst/rpc";
import type { Check } from "./check.ts";

const PATH = "/envoy.service.auth.v3.Authorization/Check";

/** Lets the gateway ask `check`. A fault in it is an error of the call, which the gateway treats as a denial. */
export function addCheck(server: GrpcServer, check: Pick<Check, "answer">): void {
  server.addUnary(PATH, async (message, call) => {
    try {
      return { frame: [framed(await check.answer(message, call.header("traceparent")))] };
    } catch {
      throw new GrpcFault(GrpcStatus.INTERNAL, "check failed");
    }
  });
}
