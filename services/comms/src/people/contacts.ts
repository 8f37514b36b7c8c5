import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient, isUuid, type Hop } from "@jst/rpc";
import { internal, type ContactAddress, type InternalCalls } from "../../gen/internal.ts";

/** The call in whose name a contact is looked up. */
interface AskingCall {
  caller: { team_id: string };
  hop: Hop;
}

/** Sender of a message. */
export interface Sender {
  channel: "email" | "sms" | "whatsapp";
  /** Folded. */
  address: string;
  /** Name of a new contact. */
  name?: string;
  /** A contact is made where the team has none. */
  make: boolean;
}

/** The contacts of teams, whom crm keeps. */
export class Contacts {
  readonly #crm: InternalClient<InternalCalls>;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#crm = new InternalClient({ service: "crm", address, ...internal, identity, tls });
  }

  /** The live contact of the caller's team; undefined for an id of nobody. Unavailable while crm does not answer. */
  async find({ caller, hop }: AskingCall, id: string): Promise<ContactAddress | undefined> {
    if (!isUuid(id)) return undefined;
    const question = { team_id: caller.team_id, ids: [id.toLowerCase()] };
    const { contacts } = await this.#crm.call("crm.v1.Directory/FindAddresses", question, hop);
    return contacts[0];
  }

  /**
   * Id of the live contact that is reached at the sender's address; where the team has none, null, or with `make` that
   * of a new one. Unavailable while crm does not answer.
   */
  async ofSender(teamId: string, sender: Sender, hop: Hop): Promise<string | null> {
    const question = { team_id: teamId, ...sender };
    return (await this.#crm.call("crm.v1.Directory/InboundContact", question, hop)).id;
  }

  /** Puts a tag on a live contact, once however often. Rejects with what crm refuses. */
  async tag(teamId: string, tag: { contact_id: string; tag: string }, hop: Hop): Promise<void> {
    await this.#crm.call("crm.v1.Directory/TagContact", { team_id: teamId, ...tag }, hop);
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#crm.close();
  }
}
