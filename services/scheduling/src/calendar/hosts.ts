import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import type { TeamContext } from "@jst/db";
import { InternalClient } from "@jst/rpc";
import { internal, type InternalCalls } from "../../gen/internal.ts";
import type { Person } from "./invite.ts";

/** What hosts are called and where they get mail; auth keeps it. */
export class Hosts {
  readonly #auth: InternalClient<InternalCalls>;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#auth = new InternalClient({ service: "auth", address, ...internal, identity, tls });
  }

  /** The host, within the time that the context has; undefined for whoever is no member of the team any more. */
  async find(context: TeamContext, id: string): Promise<Person | undefined> {
    const { teamId, requestId, traceparent, timeoutMs, departure } = context;
    const hop = { requestId, traceparent, departure, deadline: Date.now() + timeoutMs };
    const asked = { team_id: teamId, ids: [id] };
    const [host] = (await this.#auth.call("auth.v1.Identities/FindHosts", asked, hop)).hosts;
    return host && { name: host.name, email: host.email };
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#auth.close();
  }
}
