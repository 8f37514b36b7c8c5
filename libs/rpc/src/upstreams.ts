import { Metadata } from "@grpc/grpc-js";
import {
  loadFileDescriptorSetFromBuffer,
  type PackageDefinition,
  type ServiceDefinition,
} from "@grpc/proto-loader";
import type { TlsIdentity } from "@jst/config";
import { ServiceClient } from "./service-client.ts";

/** Reply of a service: an HTTP reply in another encoding. */
export interface UpstreamReply {
  status: number;
  header: (name: string) => string | undefined;
  body: Buffer;
}

/** Rpc of another service that is called as its caller would call it. */
export interface CalledRpc {
  rpc: {
    /** Workload that answers, or `changes` for a part of every service with changesets. */
    owner: string;
    /** "crm.v1.Contacts". */
    service: string;
    method: string;
  };
  readOnly: boolean;
}

export interface UpstreamsOptions {
  called: readonly CalledRpc[];
  /** Wire messages of these rpcs. */
  descriptor: Buffer;
  /** gRPC addresses by service; every owner must have one. */
  addresses: Readonly<Record<string, string>>;
  /** Services with changesets, in the order in which the gateway distinguishes them. */
  changesetServices: readonly string[];
  tls?: TlsIdentity | undefined;
}

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

/** The domain services, called as the gateway calls them: with the signed caller. */
export class Upstreams {
  readonly #clients = new Map<string, ServiceClient>();
  readonly #packages: PackageDefinition;
  readonly #changesetServices: readonly string[];

  constructor({ called, descriptor, addresses, changesetServices, tls }: UpstreamsOptions) {
    this.#packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
    this.#changesetServices = changesetServices;
    const ownersOf = ({ rpc }: CalledRpc) => (rpc.owner === MOUNTED ? changesetServices : [rpc.owner]);
    for (const owner of new Set(called.flatMap(ownersOf))) {
      const address = addresses[owner];
      if (address === undefined) throw new Error(`No address is configured for the service ${owner}.`);
      const reads = called.filter((one) => one.readOnly && ownersOf(one).includes(owner));
      const repeatable = reads.map(({ rpc }) => rpc);
      this.#clients.set(owner, new ServiceClient({ service: owner, address, repeatable, tls }));
    }
  }

  /** Calls the rpc; rejects with unavailable, timeout or internal_error when the transport fails. */
  async call({ rpc }: Pick<CalledRpc, "rpc">, call: UpstreamCall): Promise<UpstreamReply> {
    const client = this.#clients.get(this.#ownerOf(rpc, call.path));
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

  /**
   * Returns the service of a call; for a change set, its id names the service. An unknown service makes it absent, as
   * at the gateway.
   */
  #ownerOf({ owner }: CalledRpc["rpc"], path: Readonly<Record<string, string>>): string {
    if (owner !== MOUNTED) return owner;
    const id = path["changeset_id"] ?? "";
    const named = this.#changesetServices.find((service) => id.startsWith(`${service}_`));
    return named ?? this.#changesetServices[0] ?? "";
  }
}

/** The package that every service with changesets answers. */
const MOUNTED = "changes";

function replyOf(metadata: Metadata, reply: HttpBody | undefined): UpstreamReply {
  const header = (name: string) => metadata.get(name)[0]?.toString();
  return {
    status: Number(header("x-http-status") ?? 200),
    header,
    body: reply?.data ?? Buffer.alloc(0),
  };
}
