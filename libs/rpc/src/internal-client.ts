import { Metadata } from "@grpc/grpc-js";
import {
  loadFileDescriptorSetFromBuffer,
  type MethodDefinition,
  type PackageDefinition,
  type ServiceDefinition,
} from "@grpc/proto-loader";
import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { AppError, type Problem } from "@jst/errors";
import { SERVICE_HEADER, type Hop } from "./hop.ts";
import { ServiceClient } from "./service-client.ts";

/** The generated contract of the internal rpcs that this service may call: gen/internal.ts. */
export type InternalContract = Record<string, { request: object; response: object; readOnly: boolean }>;

/** Parts of a client. */
export interface InternalClientOptions {
  /** Name of the service that answers. */
  service: string;
  /** Its gRPC address, host:port. */
  address: string;
  /** gen/internal.binpb. */
  descriptor: Buffer;
  /** This and `descriptor` are `internal` of gen/internal.ts. */
  rpcs: readonly { name: string; readOnly: boolean }[];
  identity: ServiceSigner;
  /** Set where services speak TLS with one another. */
  tls?: TlsIdentity | undefined;
}

/**
 * A refusal by the other service. Its code is stable; the handler decides what it means for our own caller. A peer that
 * cannot answer now is not a refusal: see `call`.
 */
export class InternalRefusal extends Error {
  readonly code: string;
  readonly status: number;
  /** The whole of what it answered. */
  readonly problem: Problem;

  constructor(rpc: string, problem: Problem) {
    const { code, status, detail } = problem;
    super(`${rpc} answered ${code}: ${detail}`);
    this.name = "InternalRefusal";
    this.code = code;
    this.status = status;
    this.problem = problem;
  }
}

interface HttpBody {
  data?: Buffer;
}

/** Calls the internal rpcs of one other service as this service (operation.service-identity). */
export class InternalClient<Contract extends { [Name in keyof Contract]: InternalContract[string] }> {
  readonly #options: InternalClientOptions;
  readonly #packages: PackageDefinition;
  readonly #client: ServiceClient;

  constructor(options: InternalClientOptions) {
    this.#options = options;
    this.#packages = loadFileDescriptorSetFromBuffer(options.descriptor, { keepCase: true, defaults: false });
    const repeatable = options.rpcs.filter((rpc) => rpc.readOnly).map(({ name }) => partsOf(name));
    const { service, address, tls } = options;
    this.#client = new ServiceClient({ service, address, repeatable, tls });
  }

  /**
   * Calls the rpc, named "auth.v1.Identities/FindMembers". Rejects with InternalRefusal when the service refuses, and
   * with AppError unavailable or timeout when it cannot be reached, or answers so itself because it lacks its database
   * (errors.server).
   */
  async call<Name extends keyof Contract & string>(
    name: Name,
    body: Contract[Name]["request"],
    hop: Hop,
  ): Promise<Contract[Name]["response"]> {
    const method = this.#method(name);
    const metadata = metadataOf(hop, await this.#options.identity.proofFor(this.#options.service));
    const request = { body: { content_type: "application/json", data: Buffer.from(JSON.stringify(body)) } };
    const { deadline } = hop;
    const departure = hop.departure?.();
    const answer = await this.#client.call({ method, request, metadata, deadline, departure });
    const status = Number(answer.metadata.get("x-http-status")[0] ?? 200);
    const data = String(answer.reply?.data ?? "");
    if (status >= 400) throw failureOf(new InternalRefusal(name, JSON.parse(data) as Problem));
    return JSON.parse(data) as Contract[Name]["response"];
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#client.close();
  }

  #method(name: string): MethodDefinition<object, HttpBody> {
    const { service, method } = partsOf(name);
    const definition = (this.#packages[service] as ServiceDefinition | undefined)?.[method];
    if (definition === undefined) throw new Error(`${name} is not ours to call; see callers in its proto.`);
    return definition;
  }
}

/** A peer that cannot answer now is unavailable to our caller too; the handler judges every other refusal. */
function failureOf(refusal: InternalRefusal): Error {
  const { code } = refusal;
  if (code !== "unavailable" && code !== "timeout") return refusal;
  return new AppError(code, "A service that this request needs cannot answer now. Try again.", {
    cause: refusal,
  });
}

function partsOf(name: string): { service: string; method: string } {
  const [service = "", method = ""] = name.split("/");
  return { service, method };
}

function metadataOf(hop: Hop, proof: string): Metadata {
  const metadata = new Metadata();
  metadata.set(SERVICE_HEADER, proof);
  metadata.set("x-request-id", hop.requestId);
  if (hop.callerToken !== undefined) metadata.set("x-internal-token", hop.callerToken);
  if (hop.traceparent !== undefined) metadata.set("traceparent", hop.traceparent);
  return metadata;
}
