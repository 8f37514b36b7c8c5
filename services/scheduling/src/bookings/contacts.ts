import type { TeamContext } from "@jst/db";
import { AppError } from "@jst/errors";
import { hopWithin, InternalRefusal } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";
import type { Attendee } from "../../gen/rpc.ts";

/** Longest wait for an answer of crm. */
const ASK_MS = 1_000;
/** Time for which nobody waits for crm after it has not answered, unless a job hears from it sooner. */
const AWAY_MS = 5_000;

/** A contact to be made for a booking that is committed. */
export interface NewContact {
  bookingId: string;
  /** Id that the contact gets when the team has none with the address. */
  contactId: string;
  attendee: Attendee;
  /** In whose name the contact is made. */
  actor: { type: string; id: string };
}

/** The contacts of teams, which crm keeps. Nothing here is for work in a transaction. */
export class Contacts {
  readonly #crm: Peers["crm"];
  readonly #askMs: number;
  #awayUntil = -Infinity;

  /** Only tests set the longest wait. */
  constructor(crm: Peers["crm"], askMs = ASK_MS) {
    this.#crm = crm;
    this.#askMs = askMs;
  }

  /** True for some seconds after crm has not answered. */
  get isAway(): boolean {
    return performance.now() < this.#awayUntil;
  }

  /** Answers the id of the live contact with the address; null when the team has none, or crm does not answer. */
  async find(context: TeamContext, email: string): Promise<string | null> {
    if (this.isAway) return null;
    const question = { team_id: context.teamId, email };
    const asking = this.#crm.findContactByEmail(question, hopWithin(this.#askMs, context));
    const found = await this.#unlessAway(asking);
    return found === "refused" ? null : (found?.id ?? null);
  }

  /**
   * Answers the live contact with the attendee's address, or the one that this makes; a repeat answers the same.
   * Answers undefined when crm is away.
   */
  async make(
    context: TeamContext,
    { attendee, contactId, actor }: NewContact,
  ): Promise<{ id: string } | "refused" | undefined> {
    const { name, email, phone, timezone } = attendee;
    const question = {
      team_id: context.teamId,
      id: contactId,
      email,
      name,
      ...(phone === null ? {} : { phone }),
      ...(timezone === null ? {} : { timezone }),
      actor_type: actor.type,
      actor_id: actor.id,
    };
    return this.#unlessAway(this.#crm.bookedContact(question, hopWithin(this.#askMs, context)));
  }

  /** Answers what crm does; undefined when crm fails, or is late. */
  async #unlessAway<Answer>(asking: Promise<Answer>): Promise<Answer | "refused" | undefined> {
    try {
      const answer = await asking;
      this.#awayUntil = -Infinity;
      return answer;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof InternalRefusal)) throw error;
      if (error.status < 500) return "refused";
      this.#awayUntil = performance.now() + AWAY_MS;
      return undefined;
    }
  }
}
