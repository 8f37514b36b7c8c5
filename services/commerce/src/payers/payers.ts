import { unknownId } from "@jst/directory";
import { validationFailed } from "@jst/errors";
import type { Hop } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";
import type { BillTo } from "../../gen/rpc.ts";

/** In whose name a contact is asked for. */
export interface PayerCall {
  caller: { team_id: string };
  hop: Hop;
}

/** Buyer who is not a contact yet. */
export interface Buyer {
  email: string;
  name: string;
}

/** The contact who pays. */
export interface Paying {
  contact_id: string;
  bill_to: BillTo;
}

/** The contacts of teams, whom crm keeps. */
export class Payers {
  readonly #crm: Peers["crm"];

  constructor(crm: Peers["crm"]) {
    this.#crm = crm;
  }

  /**
   * Returns the bill's members of the live contact; 422 not_found at contact_id for any other id, unavailable without
   * crm.
   */
  async find({ caller, hop }: PayerCall, contactId: string): Promise<BillTo> {
    const question = { team_id: caller.team_id, ids: [contactId] };
    const { contacts } = await this.#crm.findPayers(question, hop);
    const [payer] = contacts;
    if (payer === undefined) throw validationFailed([unknownId("contact", "contact_id")]);
    const { name, company, email, phone, address } = payer;
    return { name, company, email, phone, address: address === null ? null : { ...address } };
  }

  /** The contact of a buyer, who is one from now on; asked again, it is the same one. */
  async paying(call: PayerCall, buyer: Buyer): Promise<Paying> {
    const contact_id = await this.#findOrMake(call, buyer);
    return { contact_id, bill_to: await this.find(call, contact_id) };
  }

  /** Id of the live contact with the buyer's address, or of one that is made. */
  async #findOrMake({ caller, hop }: PayerCall, { email, name }: Buyer): Promise<string> {
    const person = {
      team_id: caller.team_id,
      email,
      name: name === "" ? email : name,
      source: "checkout",
    } as const;
    const question = { ...person, actor_type: "system", actor_id: "" };
    return (await this.#crm.bookedContact(question, hop)).id;
  }
}
