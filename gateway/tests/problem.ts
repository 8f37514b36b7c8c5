import assert from "node:assert/strict";
import { catalogue, titleOf, type ErrorCode } from "@jst/errors";
import type { Received } from "./client.ts";
import { BASE_URL } from "./gateway.ts";

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Asserts that the reply is the one problem document (errors.shape) for the code, written by the gateway. Checks
 * content type, every member, a trace id, and a request id that is also its header. Returns the document.
 */
export function assertProblem(reply: Received, code: ErrorCode): Record<string, unknown> {
  const [status] = catalogue[code];
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers["content-type"], "application/problem+json");
  assert.equal(reply.headers["x-content-type-options"], "nosniff");
  const document = JSON.parse(reply.text) as Record<string, unknown>;
  const { type, title, detail, request_id: requestId } = document;
  assert.deepEqual(
    { type, title, status: document["status"], code: document["code"] },
    { type: `${BASE_URL}/errors/${code}`, title: titleOf(code), status, code },
  );
  assert.match(String(detail), /^[A-Z].*\.$/);
  assert.match(String(requestId), UUID);
  assert.match(String(document["trace_id"]), /^[0-9a-f]{32}$/);
  assert.equal(reply.headers["x-request-id"], requestId);
  assert.doesNotMatch(reply.text, /secret|envoy|upstream|grpc_|reset/i);
  return document;
}
