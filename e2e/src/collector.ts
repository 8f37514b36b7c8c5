import { createServer, type IncomingMessage, type Server } from "node:http";
import protobuf from "protobufjs";
import { gunzipSync } from "node:zlib";

/** One span as a collector gets it. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, string>;
}

/** A collector of spans over OTLP/HTTP, in both of its encodings. */
export interface Collector {
  spans: CollectedSpan[];
  /** Every byte that arrived, as text: what must not travel can be looked for. */
  received: () => string;
  close: () => void;
}

// The members that are looked at, of opentelemetry/proto/trace/v1/trace.proto.
const { root } = protobuf.parse(`syntax = "proto3";
  message Value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
  message KeyValue { string key = 1; Value value = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    repeated KeyValue attributes = 9; }
  message ScopeSpans { repeated Span spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Request { repeated ResourceSpans resource_spans = 1; }`);
const requestType = root.lookupType("Request");

interface KeyValue {
  key: string;
  value?: Record<string, string | number | boolean>;
}
interface Exported {
  resourceSpans?: {
    resource?: { attributes?: KeyValue[] };
    scopeSpans?: {
      spans?: (Omit<CollectedSpan, "service" | "attributes"> & { attributes?: KeyValue[] })[];
    }[];
  }[];
}

/** Starts the collector on a port of this machine. */
export async function startCollector(port: number): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bytes: Buffer[] = [];
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      bytes.push(body);
      const isJson = request.headers["content-type"]?.includes("json") ?? false;
      spans.push(...spansOf(isJson ? (JSON.parse(body.toString()) as Exported) : decoded(body)));
      response
        .writeHead(200, { "content-type": request.headers["content-type"] ?? "" })
        .end(isJson ? "{}" : "");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    spans,
    received: () => Buffer.concat(bytes).toString("latin1"),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

/** The protobuf encoding in the shape of the JSON one, where ids are hexadecimal. */
function decoded(body: Buffer): Exported {
  const hex = (base64: unknown) =>
    Buffer.from(typeof base64 === "string" ? base64 : "", "base64").toString("hex");
  const message = requestType.toObject(requestType.decode(body), {
    bytes: String,
    longs: String,
  }) as Exported;
  for (const { scopeSpans = [] } of message.resourceSpans ?? [])
    for (const { spans = [] } of scopeSpans)
      for (const span of spans) {
        span.traceId = hex(span.traceId);
        span.spanId = hex(span.spanId);
        span.parentSpanId = hex(span.parentSpanId);
      }
  return message;
}

function spansOf({ resourceSpans = [] }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = recordOf(resource?.attributes)["service.name"] ?? "";
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: recordOf(attributes),
      })),
    );
  });
}

function recordOf(attributes: readonly KeyValue[] = []): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value = {} }) => [key, String(Object.values(value)[0])]));
}
