import { loadFileDescriptorSetFromBuffer } from "@grpc/proto-loader";
import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { AppError } from "@jst/errors";
import type { Hop } from "./hop.ts";
import { InternalClient } from "./internal-client.ts";

/** An internal rpc of another service. `InternalClient.call` lists the errors that it rejects with. */
export type PeerRpc<Request, Response> = (request: Request, hop: Hop) => Promise<Response>;

/** Settings of a service that name its peers: the gRPC address of each, host:port, and the TLS identity. */
export type PeersConfig<Peer extends string> = Readonly<Record<`${Peer}Grpc`, string>> & {
  /** Set where services speak TLS with one another. */
  readonly tls?: TlsIdentity | undefined;
};

/** The rpcs that a service may call, and their wire messages: `internal` of gen/internal.ts. */
export interface PeerContract {
  rpcs: readonly { name: string; readOnly: boolean }[];
  descriptor: Buffer;
}

/** Parts from which gen/internal.ts makes its typed methods. */
export interface OpenPeers<Peer extends string> {
  rpc: <Request extends object, Response>(peer: Peer, name: string) => PeerRpc<Request, Response>;
  /** Lets calls in flight end and closes every connection. */
  close: () => void;
}

/**
 * Prepares the calls of one service to its peers; `peers` of gen/internal.ts is the typed form. A connection is opened
 * by the first call of a peer and shared by all later ones.
 */
export function openPeers<Peer extends string>(
  { descriptor, rpcs }: PeerContract,
  { tls, ...addresses }: PeersConfig<Peer>,
  identity: ServiceSigner,
): OpenPeers<Peer> {
  const addressOf = addresses as Readonly<Record<string, string>>;
  const packages = loadFileDescriptorSetFromBuffer(descriptor, { keepCase: true, defaults: false });
  const repeatable = rpcs.filter((rpc) => rpc.readOnly).map(({ name }) => name);
  const clients = new Map<Peer, InternalClient>();
  let isClosed = false;
  const clientOf = (service: Peer): InternalClient => {
    if (isClosed) throw new AppError("unavailable", "The service is stopping.");
    const address = addressOf[`${service}Grpc`];
    if (address === undefined) throw new Error(`${service}Grpc is not set.`);
    const client =
      clients.get(service) ?? new InternalClient({ service, address, packages, repeatable, identity, tls });
    clients.set(service, client);
    return client;
  };
  return {
    rpc:
      <Request extends object, Response>(peer: Peer, name: string): PeerRpc<Request, Response> =>
      async (request, hop) =>
        // The reply has the type that the contract gives it: the peer serves the same contract.
        (await clientOf(peer).call(name, request, hop)) as Response,
    close: () => {
      isClosed = true;
      for (const client of clients.values()) client.close();
    },
  };
}
