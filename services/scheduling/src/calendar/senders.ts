import type { TeamContext } from "@jst/db";
import { AppError } from "@jst/errors";
import { hopWithin, InternalRefusal } from "@jst/rpc";
import { LRUCache } from "lru-cache";
import type { Peers } from "../../gen/internal.ts";
import type { Person } from "./invite.ts";

/** Longest wait for an answer of comms. */
const ASK_MS = 1_000;
/** Time for which an answer counts, and for which nobody waits for comms after it has not answered. */
const KNOWN_MS = 60_000;
const AWAY_MS = 5_000;
const TEAMS_MAX = 10_000;

/** Senders of the mail of teams, which comms knows (scheduling.organizer). Nothing is for work in a transaction. */
export class Senders {
  readonly #comms: Peers["comms"];
  readonly #known = new LRUCache<string, { sender: Person | null; freshUntil: number }>({ max: TEAMS_MAX });
  #awayUntil = -Infinity;

  constructor(comms: Peers["comms"]) {
    this.#comms = comms;
  }

  /** Answers the sender of the team; null where it has none, or comms has never answered. */
  async find(context: TeamContext): Promise<Person | null> {
    const { teamId } = context;
    const now = performance.now();
    const last = this.#known.get(teamId);
    if (now < this.#awayUntil || (last !== undefined && now < last.freshUntil)) return last?.sender ?? null;
    try {
      const found = await this.#comms.findSender({ team_id: teamId }, hopWithin(ASK_MS, context));
      const sender = found.sender === null ? null : personOf(found.sender);
      this.#known.set(teamId, { sender, freshUntil: now + KNOWN_MS });
      return sender;
    } catch (error) {
      if (!(error instanceof AppError || error instanceof InternalRefusal)) throw error;
      this.#awayUntil = now + AWAY_MS;
      return last?.sender ?? null;
    }
  }
}

/** The person of `Name <address>`, or of an address alone. */
function personOf(sender: string): Person {
  const [, name = "", address = sender] = /^(.*?) *<([^<>]+)>$/.exec(sender) ?? [];
  return { name, email: address };
}
