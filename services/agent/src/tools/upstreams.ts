import { Metadata } from "@grpc/grpc-js";
import {
  loadFileDescriptorSetFromBuffer,
  type PackageDefinition,
  type ServiceDefinition,
} from "@grpc/proto-loader";
import type { TlsIdentity } from "@jst/config";
import { ServiceClient } from "@jst/rpc";
import { changesetServices } from "../../gen/services.ts";
import { LOCAL, type Step } from "./tool.ts";

/** Reply of a service: an HTTP reply in another encoding. */
export interface UpstreamReply {
  status: number;
  header: (name: string) => string | undefined;
  body: Buffer;
}

/** An rpc that is called. */
type Called = Pick<Step, "rpc" | "readOnly">;

/** One call of an rpc. */
export interface UpstreamCall {
  path: Record<string, string>;
  body: string | undefined;
  /** Metadata of the call, lower-case names. */
  headers: Record<string, string>;
  /** Milliseconds of Unix time. */
  deadline: number;
  /** Aborted when the client goes away. */
  departure: AbortSignal;
}

interface HttpBody {
  data?: Buffer;
}

/** The domain services, called as the gateway calls them. */
export class Upstreams {
  readonly #clients = new Map<string, ServiceClient>();
  readonly #packages: PackageDefinition;

  /** `addresses` by service; every owner of a tool or of a step must have one. `descriptor` is gen/tools.binpb. */
  constructor(
    tools: readonly Called[],
    descriptor: Buffer,
    addresses: Readonly<Record<string, string>>,
    tls?: TlsIdentity,
  ) {
    this.#packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
    const called = tools.filter((tool) => tool.rpc.owner !== LOCAL);
    for (const owner of new Set(called.flatMap(ownersOf))) {
      const address = addresses[owner];
      if (address === undefined) throw new Error(`No address is configured for the service ${owner}.`);
      const reads = called.filter((tool) => tool.readOnly && ownersOf(tool).includes(owner));
      const repeatable = reads.map(({ rpc }) => rpc);
      this.#clients.set(owner, new ServiceClient({ service: owner, address, repeatable, tls }));
    }
  }

  /** Calls the rpc; rejects with unavailable, timeout or internal_error when the transport fails. */
  async call({ rpc }: Called, call: UpstreamCall): Promise<UpstreamReply> {
    const client = this.#clients.get(ownerOf(rpc, call.path));
    const service = this.#packages[rpc.service] as ServiceDefinition | undefined;
    const method = service?.[rpc.method];
    if (client === undefined || method === undefined)
      throw new Error(`${rpc.service}/${rpc.method} cannot be called.`);
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(call.headers)) metadata.set(name, value);
    const body = { content_type: "application/json", data: Buffer.from(call.body ?? "") };
    const request = call.body === undefined ? call.path : { ...call.path, body };
    const { deadline, departure } = call;
    const answer = await client.call({ method, request, metadata, deadline, departure });
    return replyOf(answer.metadata, answer.reply);
  }

  /**
   * Rejects when no service can be reached within the time. While some can, the doors stay open: tools of the others
   * answer that theirs is unavailable, as REST does.
   */
  async ready(timeoutMs = 1_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    const names = [...this.#clients.keys()].sort().join(", ");
    await Promise.any([...this.#clients.values()].map((client) => client.ready(deadline))).catch(
      (cause: unknown) => {
        throw new Error(`none of ${names} can be reached`, { cause });
      },
    );
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    for (const client of this.#clients.values()) client.close();
  }
}

/** The package that every service with changesets answers. */
const MOUNTED = "changes";

function ownersOf({ rpc }: Called): readonly string[] {
  return rpc.owner === MOUNTED ? changesetServices : [rpc.owner];
}

/**
 * Returns the service of a call; for a change set, its id names the service. An unknown service makes it absent, as at
 * the gateway.
 */
function ownerOf(rpc: Step["rpc"], path: Readonly<Record<string, string>>): string {
  if (rpc.owner !== MOUNTED) return rpc.owner;
  const id = path["changeset_id"] ?? "";
  return changesetServices.find((service) => id.startsWith(`${service}_`)) ?? changesetServices[0];
}

function replyOf(metadata: Metadata, reply: HttpBody | undefined): UpstreamReply {
  const header = (name: string) => metadata.get(name)[0]?.toString();
  return {
    status: Number(header("x-http-status") ?? 200),
    header,
    body: reply?.data ?? Buffer.alloc(0),
  };
}
