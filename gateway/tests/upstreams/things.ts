import {
  Metadata,
  Server,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type StatusObject,
} from "@grpc/grpc-js";
import { serviceOf } from "../fixture/protos.ts";
import { listen, type Running } from "./listen.ts";

/** A call as it arrived at the service. */
export interface SeenCall {
  rpc: string;
  /** The authority of the call. */
  host: string;
  request: { thing_id?: string; body?: { content_type?: string; data?: Buffer } };
  metadata: Record<string, string>;
}

/** The gRPC service behind the fixture's rpcs. */
export interface TestThings extends Running {
  /** Every call since the last `clear()`, oldest first. */
  readonly calls: SeenCall[];
  clear(): void;
}

/** Outcome of a handler: a reply, a gRPC status, or silence. */
type Outcome =
  | { http: number | string; type: string; body: string; headers?: Record<string, string> }
  | { grpc: number; late?: boolean }
  | "never";

type Call = ServerUnaryCall<SeenCall["request"], unknown>;

/** Text no client may ever see. */
export const SECRET = "secret: select * from contacts";

/** The problem document the service writes for a status: bytes a careless rewrite would change. */
export function problemBody(code: number): string {
  return `{"type":"urn:test", "status":${code},"detail":"ä \\"quoted\\" 100% ☃","code":"from_service"}`;
}

/** Starts the service on a free port, or on the given one. What it answers is asked for by the thing's id. */
export async function startThings(port = 0): Promise<TestThings> {
  const calls: SeenCall[] = [];
  const server = new Server({
    "grpc.max_receive_message_length": 16 << 20,
    "grpc.max_send_message_length": -1,
  });
  const definition = serviceOf("things.proto", "fixture.v1.Things");
  const handler = (rpc: string) => (call: Call, answer: sendUnaryData<unknown>) => {
    calls.push({ rpc, host: call.getHost(), request: call.request, metadata: textOf(call.metadata) });
    const id = call.request.thing_id ?? "";
    const sameId = calls.filter(({ request }) => request.thing_id === id).length;
    send(call, answer, outcomeOf(rpc, id, sameId));
  };
  server.addService(
    definition,
    Object.fromEntries(Object.keys(definition).map((rpc) => [rpc, handler(rpc)])),
  );
  return { calls, clear: () => calls.splice(0), ...(await listen(server, port)) };
}

/** `attempt` counts the calls with this id, this one included. */
function outcomeOf(rpc: string, id: string, attempt: number): Outcome {
  const kind = id.replace(/-?\d+$/, "");
  const number = Number(/\d+$/.exec(id)?.[0] ?? 0);
  const type = "application/json";
  const created = {
    http: rpc === "CreateThing" ? 201 : 200,
    type,
    body: JSON.stringify({ id }),
    headers: { location: "/api/v1/things/1", etag: '"1"' },
  };
  const outcomes: Record<string, Outcome> = {
    status:
      number < 400
        ? { http: number, type, body: "{}" }
        : { http: number, type: "application/problem+json", body: problemBody(number) },
    empty: { http: number, type: "", body: "", headers: { etag: '"7"' } },
    "odd-status": { http: "abc", type, body: "{}" },
    grpc: { grpc: number },
    "late-error": { grpc: status.INTERNAL, late: true },
    flaky: attempt > number ? created : { grpc: status.UNAVAILABLE },
    bytes: {
      http: 200,
      type,
      body: JSON.stringify({ filler: "x".repeat(number) }),
      headers: { etag: '"7"' },
    },
    never: "never",
  };
  return outcomes[kind] ?? created;
}

function send(call: Call, answer: sendUnaryData<unknown>, outcome: Outcome): void {
  if (outcome === "never") return;
  const metadata = new Metadata();
  if ("grpc" in outcome) {
    if (outcome.late === true) call.sendMetadata(metadata);
    answer(fault(outcome.grpc));
    return;
  }
  metadata.set("x-http-status", String(outcome.http));
  for (const [name, value] of Object.entries(outcome.headers ?? {})) metadata.set(name, value);
  call.sendMetadata(metadata);
  answer(null, { content_type: outcome.type, data: Buffer.from(outcome.body) });
}

function fault(code: number): Partial<StatusObject> {
  return { code: status[status[code] as keyof typeof status], details: SECRET };
}

function textOf(metadata: Metadata): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata.getMap()).map(([name, value]) => [name, value.toString()]),
  );
}
