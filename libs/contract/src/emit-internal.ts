import { serviceDescriptor } from "./descriptor.ts";
import { HEADER, type Generated } from "./generated.ts";
import type { Protos } from "./load.ts";
import { isFreeForm, logicalMessagesOf } from "./logical.ts";
import { camel, isMounted, mountingServices, type Rpc } from "./model.ts";
import { interfaceOf } from "./typescript.ts";

/** A peer of a service, by its workload, and those of its rpcs that name the service as a caller. */
type Peer = readonly [peer: string, rpcs: readonly Rpc[]];

/**
 * Writes the typed peers of one service: the internal rpcs that name one of its workloads as a caller, and their wire
 * messages.
 */
export function emitInternal(caller: string, all: readonly Rpc[], protos: Protos): Generated[] {
  const own = all.filter(({ owner }) => owner === caller);
  const names = new Set([caller, ...own.map(({ workload }) => workload)]);
  const rpcs = all.filter((rpc) => rpc.callers.some((name) => names.has(name)));
  if (rpcs.length === 0) return [];
  const peers = peersOf(names, rpcs, all);
  const entries = rpcs.map(({ name, readOnly }) => `    ${JSON.stringify({ name, readOnly })},`);
  const content = [
    HEADER,
    'import type { ServiceSigner } from "@jst/caller";',
    'import { openPeers, type PeerRpc, type PeersConfig } from "@jst/rpc";',
    'import { readFileSync } from "node:fs";\n',
    ...logicalMessagesOf(rpcs).map((message) => interfaceOf(message, protos.options)),
    `/** The rpcs that this service may call, for tests: which may be sent again, and their wire messages. */
export const internal = {
  rpcs: [
${entries.join("\n")}
  ],
  descriptor: readFileSync(new URL("./internal.binpb", import.meta.url)),
} as const;
`,
    typeOf(peers),
    functionOf(peers),
  ].join("\n");
  return [
    { path: `services/${caller}/gen/internal.ts`, content },
    { path: `services/${caller}/gen/internal.binpb`, content: serviceDescriptor(protos, rpcs) },
  ];
}

/** The peers in the order of their names. A mounted rpc is one of every service that may have mounted it. */
function peersOf(callers: ReadonlySet<string>, rpcs: readonly Rpc[], all: readonly Rpc[]): Peer[] {
  const workloads = rpcs.flatMap((rpc) => answering(rpc, all));
  const names = [...new Set(workloads)].filter((name) => !callers.has(name)).sort();
  return names.map((peer) => [peer, rpcs.filter((rpc) => answering(rpc, all).includes(peer))]);
}

function answering(rpc: Rpc, all: readonly Rpc[]): string[] {
  if (!isMounted(rpc)) return [rpc.workload];
  if (rpc.owner === "changes") return mountingServices(all);
  return all.filter((one) => one.access === "internal" && !isMounted(one)).map(({ workload }) => workload);
}

function typeOf(peers: readonly Peer[]): string {
  const members = peers.map(([peer, rpcs]) => {
    const methods = rpcs.map(
      (rpc) => `    ${camel(rpc.method)}: PeerRpc<${messageOf(rpc.request)}, ${messageOf(rpc.response)}>;`,
    );
    return `  ${peer}: {\n${methods.join("\n")}\n  };`;
  });
  return `/** The other services, by the rpcs that name this one as a caller. */
export interface Peers {
${members.join("\n")}
  /** Lets calls in flight end and closes every connection. */
  close: () => void;
}
`;
}

function functionOf(peers: readonly Peer[]): string {
  const members = peers.map(([peer, rpcs]) => {
    const methods = rpcs.map(({ method, name }) => `      ${camel(method)}: rpc("${peer}", "${name}"),`);
    return `    ${peer}: {\n${methods.join("\n")}\n    },`;
  });
  const names = peers.map(([peer]) => JSON.stringify(peer)).join(" | ");
  return `/** Opens the peers at the addresses of the settings: one connection for each, upon its first call. */
export function peers(config: PeersConfig<${names}>, identity: ServiceSigner): Peers {
  const { rpc, close } = openPeers(internal, config, identity);
  return {
${members.join("\n")}
    close,
  };
}
`;
}

function messageOf(message: Rpc["request"]): string {
  return message === undefined || isFreeForm(message) ? "Record<string, unknown>" : message.name;
}
