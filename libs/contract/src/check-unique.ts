import type { DescMessage } from "@bufbuild/protobuf";
import type { Fault } from "./contract-error.ts";
import { logicalMessagesOf } from "./logical.ts";
import type { Rpc } from "./model.ts";
import { sourceOf } from "./source.ts";
import { shapeOf } from "./template.ts";

/** Names of generated modules that no message may take. */
const TAKEN = new Set([
  "Deps",
  "Handler",
  "InternalHandler",
  "InternalRpcHandler",
  "InternalRpcs",
  "JsonSchema",
  "PeerRpc",
  "Peers",
  "PeersConfig",
  "RpcHandler",
  "Rpcs",
  "ServiceSigner",
]);

/** Names and routes that two declarations claim. */
export function duplicateFaults(rpcs: readonly Rpc[]): Fault[] {
  return [...routeFaults(rpcs), ...methodFaults(rpcs), ...messageNameFaults(rpcs)];
}

/** Envoy answers the first of two equal templates and nobody notices. */
function routeFaults(rpcs: readonly Rpc[]): Fault[] {
  const seen = new Map<string, string>();
  const faults: Fault[] = [];
  for (const rpc of rpcs) {
    for (const { verb, template } of rpc.bindings) {
      const route = `${verb} ${shapeOf(template)}`;
      const first = seen.get(route);
      if (first === undefined) seen.set(route, rpc.name);
      else {
        const message = `${rpc.name} binds ${verb} ${template.text}, which ${first} already binds; change one of the paths`;
        faults.push({ at: sourceOf(rpc.desc).at, message });
      }
    }
  }
  return faults;
}

/** Handlers and their types are named after the rpc alone. */
function methodFaults(rpcs: readonly Rpc[]): Fault[] {
  const seen = new Map<string, string>();
  return rpcs.flatMap((rpc) => {
    const key = `${rpc.owner} ${rpc.method}`;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, rpc.name);
      return [];
    }
    return [
      {
        at: sourceOf(rpc.desc).at,
        message: `${rpc.name} has the name of ${first} in the same service; rename one`,
      },
    ];
  });
}

/** Components of OpenAPI and exported types are named after the message alone. */
function messageNameFaults(rpcs: readonly Rpc[]): Fault[] {
  const seen = new Map<string, DescMessage>();
  return logicalMessagesOf(rpcs).flatMap((message) => {
    const first = seen.get(message.name);
    seen.set(message.name, first ?? message);
    if (first === undefined && !TAKEN.has(message.name)) return [];
    const owner = first?.typeName ?? `the generated type ${message.name}`;
    return [
      { at: sourceOf(message).at, message: `${message.typeName} has the name of ${owner}; rename one` },
    ];
  });
}
