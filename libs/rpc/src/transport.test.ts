import { Metadata, status, type ServiceError } from "@grpc/grpc-js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { transportFault } from "./transport.ts";

const fault = (code: status): ServiceError =>
  Object.assign(new Error("failed"), { code, details: "", metadata: new Metadata() });

test("a peer that cannot be reached, or does not know the rpc yet, is unavailable", () => {
  for (const code of [status.UNAVAILABLE, status.RESOURCE_EXHAUSTED, status.ABORTED, status.UNIMPLEMENTED])
    assert.equal(transportFault(fault(code)).code, "unavailable");
});

test("a peer that is late is a timeout, and any other fault is ours", () => {
  assert.equal(transportFault(fault(status.DEADLINE_EXCEEDED)).code, "timeout");
  for (const code of [status.INTERNAL, status.INVALID_ARGUMENT, status.UNKNOWN])
    assert.equal(transportFault(fault(code)).code, "internal_error");
});
