import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { trace } from "@opentelemetry/api";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startSpan } from "./span.ts";
import { traceIdOf } from "./trace.ts";

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);
beforeEach(() => exporter.reset());

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parent = (flags: string) => `00-${traceId}-b7ad6b7169203331-${flags}`;

test("a recorded trace gets a span, and the next hop hangs below it", () => {
  const span = startSpan("server", "crm.v1.Contacts/GetContact", parent("01"));
  span.end({ "http.response.status_code": 200 });
  const [ended] = exporter.getFinishedSpans();
  assert.equal(ended?.parentSpanContext?.spanId, "b7ad6b7169203331");
  assert.equal(span.traceparent, `00-${traceId}-${ended.spanContext().spanId}-01`);
});

test("a fault ends the span as an error with its code and no message", () => {
  startSpan("client", "x", parent("01")).end({}, "status_503");
  const [ended] = exporter.getFinishedSpans();
  assert.deepEqual([ended?.status, ended?.attributes], [{ code: 2 }, { "error.type": "status_503" }]);
});

for (const [name, traceparent] of [
  ["a trace that is not recorded", parent("00")],
  ["a request without a trace", undefined],
  ["a malformed trace", "00-xyz"],
] as const) {
  test(`${name} makes no span, and what came is handed on`, () => {
    const span = startSpan("server", "x", traceparent);
    span.end();
    assert.deepEqual([span.traceparent, exporter.getFinishedSpans().length], [traceparent, 0]);
  });
}

test("a trace id is read from a valid header alone, of this version or a later one", () => {
  assert.equal(traceIdOf(parent("00")), traceId);
  assert.equal(traceIdOf(`01-${traceId}-b7ad6b7169203331-01-more`), traceId);
  for (const bad of [
    undefined,
    "",
    traceId,
    `ff-${traceId}-b7ad6b7169203331-01`,
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
    `${parent("01")}\n`,
  ])
    assert.equal(traceIdOf(bad), undefined, bad);
});
