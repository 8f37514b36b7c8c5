import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient, type Hop } from "@jst/rpc";
import { internal, type InternalCalls } from "../../gen/internal.ts";

/** The members of teams, whom auth keeps. */
export class Members {
  readonly #auth: InternalClient<InternalCalls>;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#auth = new InternalClient({ service: "auth", address, ...internal, identity, tls });
  }

  /** Returns the mail address of a member; undefined for others. Throws unavailable while auth does not answer. */
  async emailOf(teamId: string, id: string, hop: Hop): Promise<string | undefined> {
    const question = { team_id: teamId, ids: [id] };
    const { hosts } = await this.#auth.call("auth.v1.Identities/FindHosts", question, hop);
    return hosts[0]?.email;
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#auth.close();
  }
}
