import { Client, credentials, Metadata, status, type ServiceError } from "@grpc/grpc-js";
import {
  loadFileDescriptorSetFromBuffer,
  type MethodDefinition,
  type PackageDefinition,
  type ServiceDefinition,
} from "@grpc/proto-loader";
import { AppError } from "@jst/errors";
import type { Tool } from "./tool.ts";

/** Above the largest reply the gateway lets through. */
const REPLY_BYTES_MAX = 17 * 1024 * 1024;

/** What a service answered: an HTTP reply in all but its wire. */
export interface UpstreamReply {
  status: number;
  header: (name: string) => string | undefined;
  body: Buffer;
}

/** One call of a tool's rpc. */
export interface UpstreamCall {
  path: Record<string, string>;
  body: string | undefined;
  /** Metadata of the call, lower-case names. */
  headers: Record<string, string>;
  /** Milliseconds of Unix time. */
  deadline: number;
}

interface HttpBody {
  data?: Buffer;
}
type Method = MethodDefinition<object, HttpBody>;

/** The domain services, called as the gateway calls them. */
export class Upstreams {
  readonly #clients = new Map<string, Client>();
  readonly #packages: PackageDefinition;

  /** `addresses` by service; every owner of a tool must have one. `descriptor` is gen/tools.binpb. */
  constructor(tools: readonly Tool[], descriptor: Buffer, addresses: Readonly<Record<string, string>>) {
    this.#packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
    for (const owner of new Set(tools.map((tool) => tool.rpc.owner))) {
      const address = addresses[owner];
      if (address === undefined) throw new Error(`No address is configured for the service ${owner}.`);
      const own = tools.filter((tool) => tool.rpc.owner === owner);
      this.#clients.set(owner, new Client(address, credentials.createInsecure(), channelOptions(own)));
    }
  }

  /** Calls the tool's rpc; rejects with unavailable, timeout or internal_error when the transport fails. */
  call(tool: Tool, call: UpstreamCall): Promise<UpstreamReply> {
    const client = this.#clients.get(tool.rpc.owner);
    const service = this.#packages[tool.rpc.service] as ServiceDefinition | undefined;
    const method = service?.[tool.rpc.method] as Method | undefined;
    if (client === undefined || method === undefined) throw new Error(`The tool ${tool.name} has no rpc.`);
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(call.headers)) metadata.set(name, value);
    const body = { content_type: "application/json", data: Buffer.from(call.body ?? "") };
    const request = call.body === undefined ? call.path : { ...call.path, body };
    return new Promise((resolve, reject) => {
      let received = new Metadata();
      client
        .makeUnaryRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          metadata,
          { deadline: call.deadline },
          (error: ServiceError | null, reply?: HttpBody) => {
            if (error === null) resolve(replyOf(received, reply));
            else reject(faultOf(error));
          },
        )
        .on("metadata", (initial: Metadata) => (received = initial));
    });
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}

function replyOf(metadata: Metadata, reply: HttpBody | undefined): UpstreamReply {
  const header = (name: string) => metadata.get(name)[0]?.toString();
  return {
    status: Number(header("x-http-status") ?? 200),
    header,
    body: reply?.data ?? Buffer.alloc(0),
  };
}

/** As the gateway words them (gateway/README.md): the message of a transport stays inside. */
function faultOf(cause: ServiceError): AppError {
  switch (cause.code) {
    case status.DEADLINE_EXCEEDED:
      return new AppError("timeout", "The service did not answer in time. Try again.", { cause });
    case status.UNAVAILABLE:
    case status.RESOURCE_EXHAUSTED:
    case status.ABORTED:
    case status.CANCELLED:
      return new AppError("unavailable", "The service cannot be reached. Try again.", { cause });
    default:
      return new AppError("internal_error", "Something failed on our side. Quote the request_id.", { cause });
  }
}

/** Reads are sent again when a replica goes away; a write only by gRPC itself, when it never left. */
function channelOptions(tools: readonly Tool[]): Record<string, string | number> {
  const names = tools
    .filter((tool) => tool.readOnly)
    .map(({ rpc }) => ({ service: rpc.service, method: rpc.method }));
  const retryPolicy = {
    maxAttempts: 3,
    initialBackoff: "0.05s",
    maxBackoff: "0.5s",
    backoffMultiplier: 2,
    retryableStatusCodes: ["UNAVAILABLE"],
  };
  return {
    "grpc.service_config": JSON.stringify({
      loadBalancingConfig: [{ round_robin: {} }],
      methodConfig: names.length === 0 ? [] : [{ name: names, retryPolicy }],
    }),
    "grpc.max_receive_message_length": REPLY_BYTES_MAX,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1_000,
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 5_000,
    "grpc.enable_channelz": 0,
  };
}
