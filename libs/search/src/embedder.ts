import { stepContext } from "./store-entries.ts";
import type { Database, LeasedSession, Row, TeamTx } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedTexts, TeamEmbedder, TeamEmbedders } from "./embedders.ts";
import type { SearchSources } from "./source.ts";
import { beginVectors, embedNext, forgetVectors, noteFailure } from "./store-vectors.ts";

/** Options of making vectors. */
export interface EmbedderOptions {
  /** Database of the runtime role. */
  database: Pick<Database, "write">;
  embedders: TeamEmbedders;
  logger: Logger;
}

const PACE_MS = 400;
/** How often it is asked which teams want vectors. */
const LIST_MS = 3_000;
/** Teams whose texts are under way at once: one address that hangs does not hold up the others. */
const TEAMS_MAX = 4;
/** A team whose address fails rests, each time twice as long. */
const REST_MS = 2_000;
const REST_MAX_MS = 300_000;

/** A team as the worker's role sees it. */
interface SeenTeam extends Row {
  team_id: string;
  embedder: string;
  is_waiting: boolean;
}

/**
 * Makes the vectors of indexed entries for teams that have enabled it, at the pace of their embedders. It runs under
 * the lease and on the session of the indexer. It also makes the vectors of older entries, and all of them again for
 * another embedder.
 */
export class Embedder {
  readonly #sources: SearchSources;
  readonly #options: EmbedderOptions;
  readonly #session: LeasedSession;
  readonly #running = new Map<string, Promise<void>>();
  readonly #rests = new Map<string, { until: number; times: number }>();
  /** When each team had its last turn. */
  readonly #turns = new Map<string, number>();
  #wanted: readonly TeamEmbedder[] | undefined;
  #listedAt = 0;
  #isEnded = false;
  #end: (nothing: EmbeddedTexts) => void = () => undefined;
  readonly #ended = new Promise<EmbeddedTexts>((resolve) => {
    this.#end = resolve;
  });

  constructor(sources: SearchSources, options: EmbedderOptions, session: LeasedSession) {
    this.#sources = sources;
    this.#options = options;
    this.#session = session;
  }

  async serve(stopped: AbortSignal): Promise<void> {
    // A stop does not wait for a slow embedder.
    stopped.addEventListener("abort", () => {
      this.#isEnded = true;
      this.#end({ vectors: [], failure: "away" });
    });
    while (this.#session.isHeld && !stopped.aborted) {
      await this.#turn().catch((error: unknown) => {
        this.#options.logger.warn({ error }, "vectors could not be made and will be tried again");
      });
      await delay(PACE_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
    await Promise.all(this.#running.values());
  }

  async #turn(): Promise<void> {
    await this.#list();
    if (this.#wanted === undefined) return;
    const seen = await this.#seen();
    const known = new Map(seen.map((one) => [one.team_id, one]));
    const wanted = new Set(this.#wanted.map(({ team_id }) => team_id));
    // A team that disables it does not wait for the vectors of others.
    for (const { team_id: team } of seen) if (!wanted.has(team)) this.#start(team, () => this.#forget(team));
    for (const { team_id: team, embedder } of this.#inTurn(this.#wanted)) {
      const one = known.get(team);
      if (one?.embedder === embedder && !one.is_waiting) continue;
      this.#start(team, () =>
        one?.embedder === embedder ? this.#embed(team, embedder) : this.#begin(team, embedder),
      );
    }
  }

  /** Orders teams by the longest wait first, so that a busy team does not delay the others. */
  #inTurn(teams: readonly TeamEmbedder[]): TeamEmbedder[] {
    const lastOf = ({ team_id }: TeamEmbedder) => this.#turns.get(team_id) ?? 0;
    return teams.toSorted((one, other) => lastOf(one) - lastOf(other));
  }

  /** Lists the teams that want vectors; while account is away there are none. */
  async #list(): Promise<void> {
    if (Date.now() - this.#listedAt < LIST_MS) return;
    this.#wanted = undefined;
    this.#wanted = await this.#options.embedders.list();
    this.#listedAt = Date.now();
  }

  #seen(): Promise<SeenTeam[]> {
    const { schema } = this.#sources;
    return this.#session.query<SeenTeam>({
      name: "search.embeddings",
      text: `select e.team_id, e.embedder,
          exists (select from ${schema}.search_unembedded u where u.team_id = e.team_id) as is_waiting
        from ${schema}.search_embeddings e`,
      values: [],
    });
  }

  #start(team: string, work: () => Promise<unknown>): void {
    const rest = this.#rests.get(team);
    if (this.#running.has(team) || this.#running.size >= TEAMS_MAX) return;
    if (rest !== undefined && rest.until > Date.now()) return;
    this.#turns.set(team, Date.now());
    const done = work()
      .catch((error: unknown) => {
        this.#rest(team);
        this.#options.logger.warn(
          { error, team },
          "vectors of a team could not be made and will be tried again",
        );
      })
      .then(() => void this.#running.delete(team));
    this.#running.set(team, done);
  }

  #begin(team: string, embedder: string): Promise<void> {
    return this.#write(team, (tx) => beginVectors(tx, this.#sources, embedder));
  }

  #forget(team: string): Promise<void> {
    return this.#write(team, (tx) => forgetVectors(tx, this.#sources));
  }

  async #embed(team: string, embedder: string): Promise<void> {
    const { database, embedders, logger } = this.#options;
    const sources = this.#sources;
    const embed = (texts: readonly string[]) => Promise.race([embedders.embed(team, texts), this.#ended]);
    const step = { database, embed, logger, sources, teamId: team, embedder };
    // Not for longer, so that other teams have their turn and what the team has said meanwhile counts.
    const until = Date.now() + LIST_MS;
    let made = await embedNext(step);
    while (made === "more" && this.#session.isHeld && Date.now() < until) made = await embedNext(step);
    if (made !== "nothing") {
      this.#rests.delete(team);
      return;
    }
    if (this.#isEnded) return;
    this.#rest(team);
    await this.#write(team, (tx) => noteFailure(tx, sources));
  }

  async #write(team: string, work: (tx: TeamTx) => Promise<void>): Promise<void> {
    await this.#options.database.write(stepContext(team), work);
  }

  #rest(team: string): void {
    const times = (this.#rests.get(team)?.times ?? 0) + 1;
    const ms = Math.min(REST_MS * 2 ** (times - 1), REST_MAX_MS);
    this.#rests.set(team, { until: Date.now() + ms, times });
  }
}
