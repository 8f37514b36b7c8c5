import { randomUUID } from "node:crypto";
import { InternalRefusal, type InternalClient } from "@jst/rpc";
import type { InternalCalls } from "../../gen/internal.ts";

/** Says of a team whether it may send now: its module comms is on (comms.module). Throws while nobody knows. */
export interface Modules {
  isOn(teamId: string): Promise<boolean>;
}

/** The rpc of auth that is asked. */
export type FindTeam = Pick<InternalCalls, "auth.v1.Identities/FindTeam">;

/** Milliseconds for which an answer is taken to be what it was. */
const KNOWN_MS = 3_000;
const ASK_MS_MAX = 5_000;
/** Teams whose answers are kept; the one that was asked for longest ago goes first. */
const TEAMS_MAX = 10_000;

/** Asks auth, once for all that ask at once. While auth does not answer, what it said last holds. */
export class TeamModules implements Modules {
  readonly #auth: Pick<InternalClient<FindTeam>, "call">;
  readonly #now: () => number;
  readonly #known = new Map<string, { askedAt: number; answer: Promise<boolean> }>();

  constructor(auth: Pick<InternalClient<FindTeam>, "call">, now: () => number = Date.now) {
    this.#auth = auth;
    this.#now = now;
  }

  /** See Modules. */
  isOn(teamId: string): Promise<boolean> {
    const askedAt = this.#now();
    const known = this.#known.get(teamId);
    if (known !== undefined && askedAt - known.askedAt < KNOWN_MS) return known.answer;
    const answer = this.#ask(teamId).catch((error: unknown) => {
      if (known === undefined) throw error;
      return known.answer;
    });
    this.#known.delete(teamId);
    this.#known.set(teamId, { askedAt, answer });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= TEAMS_MAX) break;
      this.#known.delete(oldest);
    }
    return answer;
  }

  async #ask(teamId: string): Promise<boolean> {
    const hop = { requestId: randomUUID(), deadline: Date.now() + ASK_MS_MAX };
    try {
      const { modules } = await this.#auth.call("auth.v1.Identities/FindTeam", { team_id: teamId }, hop);
      return modules.includes("comms");
    } catch (thrown) {
      // A team that is gone sends nothing more.
      if (thrown instanceof InternalRefusal && thrown.code === "not_found") return false;
      throw thrown;
    }
  }
}
