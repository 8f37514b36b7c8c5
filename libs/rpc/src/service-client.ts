import { Client, Metadata, type ServiceError } from "@grpc/grpc-js";
import type { MethodDefinition } from "@grpc/proto-loader";
import type { TlsIdentity } from "@jst/config";
import { AppError } from "@jst/errors";
import { channelCredentials, serverName } from "./tls.ts";
import { channelOptions, transportFault, type RepeatableRpc } from "./transport.ts";

/** A channel as old as this is replaced upon the next call. */
const CHANNEL_AGE_MS = 30_000;
/** A new channel that is not ready by then is given up, and the next call begins another. */
const READY_MS = 5_000;

export interface ServiceClientOptions {
  /** Name of the service that answers. */
  service: string;
  /** Its gRPC address, host:port; the name may have many addresses, which change. */
  address: string;
  repeatable: readonly RepeatableRpc[];
  /** Set where services speak TLS with one another. */
  tls?: TlsIdentity | undefined;
  /** Age at which a channel is replaced; 30 s. */
  channelAgeMs?: number | undefined;
}

/** One call of a unary rpc. */
export interface UnaryCall<Request, Response> {
  method: Pick<MethodDefinition<Request, Response>, "path" | "requestSerialize" | "responseDeserialize">;
  request: Request;
  metadata: Metadata;
  /** Milliseconds of Unix time. */
  deadline: number;
  /** Aborted when nobody waits for the answer any more: the service is told, and what has not begun there need not. */
  departure?: AbortSignal | undefined;
}

/** Reply of the other service. */
export interface UnaryAnswer<Response> {
  metadata: Metadata;
  reply: Response | undefined;
}

/** A channel, and what still needs it. */
interface Channel {
  client: Client;
  madeAt: number;
  uses: number;
  isRetired: boolean;
}

/**
 * Calls the replicas of one service, each in its turn. A call sees the replicas as of half a minute ago, or as of the
 * previous call if that is longer ago. @grpc/grpc-js looks a name up again only when it loses a connection, so the
 * channel is replaced by a new one. The new channel takes over the existing connections: channels of one target,
 * credentials and options share them. The old one serves until the new one is ready, so that an outage of the name
 * service does not show.
 */
export class ServiceClient {
  readonly #connect: () => Client;
  readonly #channelAgeMs: number;
  #channel: Channel;
  #coming: Client | undefined;
  #isClosed = false;

  constructor({ service, address, repeatable, tls, channelAgeMs = CHANNEL_AGE_MS }: ServiceClientOptions) {
    const credentials = channelCredentials(tls);
    const options = { ...channelOptions(repeatable), ...serverName(service, tls) };
    this.#connect = () => new Client(address, credentials, options);
    this.#channelAgeMs = channelAgeMs;
    this.#channel = channelOf(this.#connect());
  }

  /**
   * Calls the rpc; rejects with AppError unavailable, timeout or internal_error when the transport fails, and with
   * unavailable when its own caller goes away.
   */
  async call<Request, Response>(call: UnaryCall<Request, Response>): Promise<UnaryAnswer<Response>> {
    if (call.departure?.aborted === true)
      throw new AppError("unavailable", "The client ended the request before it was answered.");
    this.#replaceIfOld();
    return this.#use((client) => made(client, call));
  }

  /** Resolves once a replica can be reached; rejects at the deadline, milliseconds of Unix time. */
  ready(deadline: number): Promise<void> {
    return this.#use((client) => readiness(client, deadline));
  }

  /** Lets calls in flight end and closes the connections. */
  close(): void {
    this.#isClosed = true;
    this.#coming?.close();
    retire(this.#channel);
  }

  async #use<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const channel = this.#channel;
    channel.uses += 1;
    try {
      return await work(channel.client);
    } finally {
      channel.uses -= 1;
      closeIfDone(channel);
    }
  }

  #replaceIfOld(): void {
    const age = performance.now() - this.#channel.madeAt;
    if (age >= this.#channelAgeMs && this.#coming === undefined && !this.#isClosed) void this.#replace();
  }

  async #replace(): Promise<void> {
    const coming = channelOf(this.#connect());
    this.#coming = coming.client;
    const late = setTimeout(() => coming.client.close(), READY_MS).unref();
    try {
      await readiness(coming.client, Infinity);
      retire(this.#channel);
      this.#channel = coming;
    } catch {
      // Closed, as a new look has found nobody who can be reached: the old channel goes on.
    } finally {
      clearTimeout(late);
      this.#coming = undefined;
    }
  }
}

function made<Request, Response>(
  client: Client,
  { method, request, metadata, deadline, departure }: UnaryCall<Request, Response>,
): Promise<UnaryAnswer<Response>> {
  const { path, requestSerialize, responseDeserialize } = method;
  return new Promise((resolve, reject) => {
    let received = new Metadata();
    const leave = () => pending.cancel();
    const end = (error: ServiceError | null, reply?: Response) => {
      departure?.removeEventListener("abort", leave);
      if (error === null) resolve({ metadata: received, reply });
      else reject(transportFault(error));
    };
    const pending = client
      .makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, { deadline }, end)
      .on("metadata", (initial: Metadata) => (received = initial));
    departure?.addEventListener("abort", leave, { once: true });
  });
}

function channelOf(client: Client): Channel {
  return { client, madeAt: performance.now(), uses: 0, isRetired: false };
}

/** Closes a channel after its last call: a closed channel ends calls that have no connection yet. */
function retire(channel: Channel): void {
  channel.isRetired = true;
  closeIfDone(channel);
}

function closeIfDone({ client, uses, isRetired }: Channel): void {
  if (isRetired && uses === 0) client.close();
}

function readiness(client: Client, deadline: number): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(deadline, (error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}
