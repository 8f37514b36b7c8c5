import { Metadata } from "@grpc/grpc-js";
import type { MethodDefinition, PackageDefinition, ServiceDefinition } from "@grpc/proto-loader";
import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { AppError, type Problem } from "@jst/errors";
import { SERVICE_HEADER, type Hop } from "./hop.ts";
import { ServiceClient } from "./service-client.ts";

export interface InternalClientOptions {
  /** Name of the service that answers. */
  service: string;
  /** Its gRPC address, host:port. */
  address: string;
  /** The wire messages of gen/internal.binpb. */
  packages: PackageDefinition;
  /** Names of the rpcs that may be sent again. */
  repeatable: readonly string[];
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
export class InternalClient {
  readonly #options: InternalClientOptions;
  readonly #client: ServiceClient;

  constructor(options: InternalClientOptions) {
    this.#options = options;
    const { service, address, tls } = options;
    const repeatable = options.repeatable.map(partsOf);
    this.#client = new ServiceClient({ service, address, repeatable, tls });
  }

  /**
   * Calls the rpc, named "auth.v1.Identities/FindMembers". Rejects with InternalRefusal when the service refuses, and
   * with AppError unavailable or timeout when it cannot be reached, or answers so itself because it lacks its database
   * (errors.server).
   */
  async call(name: string, body: object, hop: Hop): Promise<unknown> {
    const method = this.#method(name);
    const metadata = metadataOf(hop, await this.#options.identity.proofFor(this.#options.service));
    const request = { body: { content_type: "application/json", data: Buffer.from(JSON.stringify(body)) } };
    const { deadline } = hop;
    const departure = hop.departure?.();
    const answer = await this.#client.call({ method, request, metadata, deadline, departure });
    const status = Number(answer.metadata.get("x-http-status")[0] ?? 200);
    const data = String(answer.reply?.data ?? "");
    if (status >= 400) throw failureOf(new InternalRefusal(name, JSON.parse(data) as Problem));
    return JSON.parse(data) as unknown;
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#client.close();
  }

  #method(name: string): MethodDefinition<object, HttpBody> {
    const { service, method } = partsOf(name);
    const definition = (this.#options.packages[service] as ServiceDefinition | undefined)?.[method];
    if (definition === undefined) throw new Error(`${name} is not ours to call; see callers in its proto.`);
    return definition;
  }
}

/**
 * Translates a peer's refusal: a peer that cannot answer now is unavailable to our caller too. The handler judges every
 * other refusal.
 */
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
