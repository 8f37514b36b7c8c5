import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient, type Hop } from "@jst/rpc";
import { internal, type InternalCalls } from "../../gen/internal.ts";

/** The contacts that examples are about, whom crm keeps. */
export class SeededContacts {
  readonly #crm: InternalClient<InternalCalls>;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#crm = new InternalClient({ service: "crm", address, ...internal, identity, tls });
  }

  /** Id of the live contact with the address, or of one that is made; asked again, it is the same one. */
  async find(teamId: string, { name, email }: { name: string; email: string }, hop: Hop): Promise<string> {
    const by = { actor_type: "system", actor_id: "", source: "seed" } as const;
    return (
      await this.#crm.call("crm.v1.Directory/BookedContact", { team_id: teamId, name, email, ...by }, hop)
    ).id;
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#crm.close();
  }
}
