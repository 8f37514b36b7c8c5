import { type Database, type LeasedSession, startLeased, type RunningWork } from "@jst/db";
import type { Logger } from "@jst/telemetry";
import { setTimeout as delay } from "node:timers/promises";
import { Embedder } from "./embedder.ts";
import type { TeamEmbedders } from "./embedders.ts";
import {
  begin,
  FEED_MAX,
  findChanges,
  findPosition,
  keepPosition,
  readChanges,
  renew,
  type SeenChange,
} from "./feed.ts";
import type { EntryKey } from "./entry.ts";
import type { SearchSources } from "./source.ts";
import { holdIndex, storeEntries, stepContext, STEP_MS } from "./store-entries.ts";
import { askWalks, nextWalk, type Walk, walkOn } from "./walks.ts";

/** Options of the indexer. */
export interface IndexerOptions {
  /** URL of role <service>_worker, which learns what has changed. */
  connectionString: string;
  /** Database of the runtime role: it reads present data and writes the index, under each team. */
  database: Pick<Database, "write">;
  logger: Logger;
  /** Embedders of teams; without them nothing is found by meaning. */
  embedders?: TeamEmbedders;
}

const RETRY_MS = 2_000;
/** Wait between two looks, unless more is known to be there: what gathers meanwhile is taken in together, for less. */
const PACE_MS = 400;
/** A walk that failed rests for so long, while the others go on. */
const SETBACK_MS = 10_000;

/**
 * Maintains the index of a service: a change is in it within seconds. Older data, and data that changes its meaning as
 * a whole, is walked through beside that (context.index). One of all processes works at a time. Every step can run
 * again, so a killed process leaves nothing missing.
 */
export function startIndexer(sources: SearchSources, options: IndexerOptions): RunningWork {
  const { connectionString, logger, embedders } = options;
  return startLeased({
    connectionString,
    applicationName: `${sources.schema}_worker`,
    lease: `${sources.schema}.search`,
    timeoutMs: STEP_MS,
    retryMs: RETRY_MS,
    work: async (session, stopped) => {
      const vectors = embedders && new Embedder(sources, { ...options, embedders }, session);
      await Promise.all([new Indexer(sources, options, session).serve(stopped), vectors?.serve(stopped)]);
    },
    onFailure: (error) => logger.error({ error }, "the index could not be kept and will be tried again"),
  });
}

class Indexer {
  readonly #sources: SearchSources;
  readonly #options: IndexerOptions;
  readonly #session: LeasedSession;
  /** Parents whose walks failed, and until when they rest. */
  readonly #setbacks = new Map<string, number>();

  constructor(sources: SearchSources, options: IndexerOptions, session: LeasedSession) {
    this.#sources = sources;
    this.#options = options;
    this.#session = session;
  }

  async serve(stopped: AbortSignal): Promise<void> {
    await renew(this.#session, this.#sources);
    while (this.#session.isHeld && !stopped.aborted) {
      const isMore = await this.#readOn();
      const hasWalked = await this.#walkOn();
      if (!isMore && !hasWalked) await delay(PACE_MS, undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  /** Brings what has changed into the index; true when there may be more. */
  async #readOn(): Promise<boolean> {
    const { schema } = this.#sources;
    const position = await findPosition(this.#session, schema);
    if (position === undefined) {
      await begin(this.#session, this.#sources);
      return true;
    }
    const changes = await findChanges(this.#session, this.#sources, position);
    const last = changes.at(-1);
    if (last === undefined) return false;
    for (const [teamId, ofTeam] of Map.groupBy(changes, (one) => one.team_id)) {
      await this.#take(teamId, ofTeam).catch((error: unknown) => this.#leaveToWalks(teamId, ofTeam, error));
    }
    await keepPosition(this.#session, schema, last);
    return changes.length === FEED_MAX;
  }

  async #take(teamId: string, changes: readonly SeenChange[]): Promise<void> {
    const { schema, sources } = this.#sources;
    await this.#options.database.write(stepContext(teamId), async (tx) => {
      await holdIndex(tx, schema);
      const { keys, walks } = await readChanges(tx, this.#sources, changes);
      await askWalks(tx, schema, walks);
      for (const source of sources) {
        const ofKind = keys.filter(({ kind }) => kind === source.kind);
        if (ofKind.length === 0) continue;
        const entries = await source.load((statement) => tx.query(statement), teamId, ofKind);
        await storeEntries(tx, schema, ofKind, entries);
      }
    });
  }

  /** An entry that cannot be indexed must not block other teams: walks come back to it. */
  async #leaveToWalks(teamId: string, changes: readonly SeenChange[], error: unknown): Promise<void> {
    this.#options.logger.warn(
      { error, team: teamId },
      "changes could not be taken into the index and are left to walks",
    );
    await this.#options.database.write(stepContext(teamId), async (tx) => {
      const { keys, walks } = await readChanges(tx, this.#sources, changes);
      await askWalks(tx, this.#sources.schema, placesOf([...keys, ...walks]));
    });
  }

  /** Goes one step of the oldest walk; true when there was one. */
  async #walkOn(): Promise<boolean> {
    const walk = await nextWalk(this.#session, this.#sources.schema, this.#resting());
    if (walk === undefined) return false;
    try {
      await this.#options.database.write(stepContext(walk.team_id), (tx) => walkOn(tx, this.#sources, walk));
    } catch (error) {
      this.#setBack(walk, error);
    }
    return true;
  }

  #setBack({ team_id: team, kind, parent_id: parent }: Walk, error: unknown): void {
    this.#setbacks.set(parent, Date.now() + SETBACK_MS);
    this.#options.logger.warn(
      { error, team, kind, parent },
      "a walk for the index failed and will be tried again",
    );
  }

  #resting(): string[] {
    for (const [parent, until] of this.#setbacks) if (until < Date.now()) this.#setbacks.delete(parent);
    return [...this.#setbacks.keys()];
  }
}

function placesOf(ones: readonly Omit<EntryKey, "id">[]): Omit<EntryKey, "id">[] {
  return [...new Map(ones.map(({ kind, parentId }) => [`${kind} ${parentId}`, { kind, parentId }])).values()];
}
