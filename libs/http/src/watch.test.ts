import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

/** A process with one route, whose client sends both ids and leaves without an answer. */
const script = `
  import { createLogger } from "@jst/telemetry";
  import express from "express";
  import { request } from "node:http";
  import { watch } from ${JSON.stringify(path.join(import.meta.dirname, "watch.ts"))};
  const app = express();
  const route = { rpc: "test.v1.Things/Wait" };
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  app.get("/", watch(route, createLogger("agent", "info")), (_request, response) => {
    response.once("close", () => server.close());
    sent.destroy();
  });
  const server = app.listen(0, () => {
    const headers = { "x-request-id": "the request", traceparent: "00-" + trace + "-00f067aa0ba902b7-01" };
    sent = request({ port: server.address().port, headers }).on("error", () => undefined);
    sent.end();
  });
  let sent;`;

test("a request whose client left is one line with its ids and 499", async () => {
  const options = { cwd: import.meta.dirname };
  const args = ["--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  const { rpc, status, request_id, trace_id, level } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(
    { rpc, status, request_id, trace_id, level },
    {
      rpc: "test.v1.Things/Wait",
      status: 499,
      request_id: "the request",
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      level: "info",
    },
  );
});
