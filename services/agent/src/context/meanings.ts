import type { Hop } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import type { Peers, SearchMeaning } from "../../gen/internal.ts";

/** Longer than account lets an address take for a question; then the question is asked by its words. */
const WITHIN_MS = 2_500;
/** So long a team that wants no vectors is not asked for again: what it says counts within that time. */
const OFF_MS = 5_000;
const OFF_MAX = 10_000;

/** Questions as vectors, made by account, which alone calls the addresses that teams have named. */
export class Meanings {
  readonly #account: Pick<Peers["account"], "embed">;
  readonly #logger: Logger;
  /** Teams that want none, and until when that is taken for granted; the oldest first. */
  readonly #off = new Map<string, number>();

  constructor(account: Pick<Peers["account"], "embed">, logger: Logger) {
    this.#account = account;
    this.#logger = logger;
  }

  /**
   * Returns the meaning of the question; undefined if the team has no embedder, or while that or account is away.
   * Rejects if nobody waits for the answer any longer.
   */
  async meaningOf(teamId: string, question: string, hop: Hop): Promise<SearchMeaning | undefined> {
    if ((this.#off.get(teamId) ?? 0) > Date.now()) return undefined;
    const deadline = Math.min(hop.deadline, Date.now() + WITHIN_MS);
    const asked = { team_id: teamId, texts: [question], is_query: true };
    try {
      const found = await this.#account.embed(asked, { ...hop, deadline });
      if (found.failure === "off") this.#remember(teamId);
      const { embedder, vectors } = found;
      const [vector] = vectors;
      return embedder === undefined || vector === undefined ? undefined : { embedder, vector };
    } catch (error) {
      if (hop.departure?.().aborted === true) throw error;
      this.#logger.warn({ error, team: teamId }, "a question is asked by its words alone");
      return undefined;
    }
  }

  #remember(teamId: string): void {
    this.#off.delete(teamId);
    this.#off.set(teamId, Date.now() + OFF_MS);
    const [oldest] = this.#off.keys();
    if (this.#off.size > OFF_MAX && oldest !== undefined) this.#off.delete(oldest);
  }
}
