import type { SystemDatabase } from "@jst/db";
import { appendToChain, lockHead, type ChainedLog } from "@jst/events";
import { APPEND, canonicalBytes, type AccessEntry } from "./chain.ts";

const WRITE_MS = 5_000;
/** Entries of one transaction. */
const BATCH_MAX = 500;

const log: ChainedLog<AccessEntry> = { bytesOf: canonicalBytes, append: APPEND };

/** An entry without its place. */
export type NewEntry = Omit<AccessEntry, "seq">;

interface PendingEntry {
  entry: NewEntry;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/**
 * Appends entries to the chains of their teams. What comes while one transaction commits goes into the next, so that
 * the commits of many requests cost as much as a few.
 */
export class AccessWriter {
  readonly #database: SystemDatabase;
  #waiting: PendingEntry[] = [];
  #isWriting = false;
  #looking: Promise<void> | undefined;

  constructor(database: SystemDatabase) {
    this.#database = database;
  }

  /** Resolves if the store accepts entries now; concurrent callers share the answer. */
  ready(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** Resolves once the entry is committed. */
  append(entry: NewEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #look(): Promise<void> {
    const [row] = await this.#database.query<{ may: boolean }>(
      {
        name: "access_ready",
        text: "select has_table_privilege('audit', 'insert') and has_table_privilege('audit_heads', 'update') as may",
        values: [],
      },
      WRITE_MS,
    );
    if (row?.may !== true) throw new Error("The table of accesses takes no entries.");
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX);
      try {
        await this.#commit(batch.map(({ entry }) => entry));
        for (const one of batch) one.resolve();
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    this.#isWriting = false;
  }

  #commit(entries: readonly NewEntry[]): Promise<void> {
    const byTeam = Map.groupBy(entries, ({ team_id: id }) => id);
    return this.#database.transaction(async (tx) => {
      // In the order of the teams, so that no two processes wait for each other.
      for (const teamId of [...byTeam.keys()].sort())
        appendToChain(tx, log, teamId, await lockHead(tx, teamId), byTeam.get(teamId) ?? []);
    }, WRITE_MS);
  }
}
