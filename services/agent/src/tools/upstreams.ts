import type { TlsIdentity } from "@jst/config";
import { Upstreams as ServiceUpstreams, type CalledRpc } from "@jst/rpc";
import { changesetServices } from "../../gen/services.ts";
import { LOCAL } from "./tool.ts";

/** The domain services behind the tools, called as the gateway calls them. */
export class Upstreams extends ServiceUpstreams {
  /** `addresses` by service; every owner of a tool or of a step must have one. `descriptor` is gen/tools.binpb. */
  constructor(
    tools: readonly CalledRpc[],
    descriptor: Buffer,
    addresses: Readonly<Record<string, string>>,
    tls?: TlsIdentity,
  ) {
    const called = tools.filter(({ rpc }) => rpc.owner !== LOCAL);
    super({ called, descriptor, addresses, changesetServices, tls });
  }
}

export type { UpstreamReply } from "@jst/rpc";
