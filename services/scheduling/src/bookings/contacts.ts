import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient, type Hop } from "@jst/rpc";
import { internal, type InternalCalls } from "../../gen/internal.ts";
import type { Attendee } from "../../gen/rpc.ts";

/** In whose name a contact is found or made. */
export interface ContactCall {
  caller: { team_id: string };
  context: { actorType: string; actorId: string };
  hop: Hop;
}

/** The contacts of teams, whom crm keeps. */
export class Contacts {
  readonly #crm: InternalClient<InternalCalls>;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#crm = new InternalClient({ service: "crm", address, ...internal, identity, tls });
  }

  /** Id of the live contact with the attendee's address, or of one that is made; asked again, it is the same one. */
  async find(
    { caller, context, hop }: ContactCall,
    { name, email, phone, timezone }: Attendee,
  ): Promise<string> {
    const person = {
      email,
      name,
      ...(phone === null ? {} : { phone }),
      ...(timezone === null ? {} : { timezone }),
    };
    const question = {
      team_id: caller.team_id,
      ...person,
      actor_type: context.actorType,
      actor_id: context.actorId,
    };
    return (await this.#crm.call("crm.v1.Directory/BookedContact", question, hop)).id;
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#crm.close();
  }
}
