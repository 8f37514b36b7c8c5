import { hopWithin } from "@jst/rpc";
import { findTeam, type PageTeam, type TeamPeer } from "./team.ts";

/** Says of a team what it is now; undefined of one that is gone. Throws while nobody knows. */
export interface Teams {
  find(teamId: string): Promise<PageTeam | undefined>;
}

/** Milliseconds for which an answer is taken to be what it was. */
const KNOWN_MS = 3_000;
const ASK_MS_MAX = 5_000;
/** Teams whose answers are kept; the one that was asked for longest ago goes first. */
const TEAMS_MAX = 10_000;

/**
 * For work that no request asks for: asks auth, once for all that ask at once. While auth does not answer, what it said
 * last holds.
 */
export class KnownTeams implements Teams {
  readonly #auth: TeamPeer;
  readonly #now: () => number;
  readonly #known = new Map<string, { askedAt: number; answer: Promise<PageTeam | undefined> }>();

  constructor(auth: TeamPeer, now: () => number = Date.now) {
    this.#auth = auth;
    this.#now = now;
  }

  /** See Teams. */
  find(teamId: string): Promise<PageTeam | undefined> {
    const askedAt = this.#now();
    const known = this.#known.get(teamId);
    if (known !== undefined && askedAt - known.askedAt < KNOWN_MS) return known.answer;
    const answer = findTeam(this.#auth, { team_id: teamId }, hopWithin(ASK_MS_MAX)).catch(
      (error: unknown) => {
        if (known === undefined) throw error;
        return known.answer;
      },
    );
    this.#known.delete(teamId);
    this.#known.set(teamId, { askedAt, answer });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= TEAMS_MAX) break;
      this.#known.delete(oldest);
    }
    return answer;
  }
}
