import type { SystemDatabase } from "@jst/db";
import { isHostName } from "../teams/host-name.ts";
import { RecentAnswers } from "./recent-answers.ts";

/** Milliseconds a host's team, or its having none, is believed without asking. */
const TTL_MS = 5_000;
/** The gateway gives one try of Check half a second. */
const LOOKUP_MS = 500;
const SIZE = 10_000;

const FIND = "select team_id from auth.hosts where host = $1";

/** Which team a host belongs to, remembered for a few seconds at most. */
export class HostDirectory {
  readonly #recent: RecentAnswers<string>;

  constructor(database: SystemDatabase, ttlMs = TTL_MS) {
    this.#recent = new RecentAnswers({
      ttlMs,
      absentTtlMs: ttlMs,
      size: SIZE,
      load: async (host) => {
        const statement = { name: "auth_find_host", text: FIND, values: [host] };
        const [row] = await database.query<{ team_id: string }>(statement, LOOKUP_MS);
        return row?.team_id;
      },
    });
  }

  /** Team of a host name as normalizedHost gives it; undefined when none has it. */
  teamOf(host: string): string | undefined | Promise<string | undefined> {
    // Anybody can send any text of any length as a host: what no team can have is neither asked for nor kept.
    if (!isHostName(host)) return undefined;
    return this.#recent.get(copyOf(host));
  }

  /** True if teamOf() answers at once, without the database. */
  isKnown(host: string): boolean {
    return !isHostName(host) || this.#recent.has(host);
  }

  /** Forgets all hosts: they are few. */
  forget(): void {
    this.#recent.forget(() => true);
  }
}

/**
 * Copies the name, so that the cache does not retain the header that it was cut from, such as one with a port of 50,000
 * digits. Host names are ASCII.
 */
function copyOf(host: string): string {
  return Buffer.from(host, "latin1").toString("latin1");
}
