import { timingSafeEqual } from "node:crypto";
import type { Statement, SystemDatabase } from "@jst/db";
import { knownToken, type KnownToken } from "./known-token.ts";
import { EXPIRES_AT } from "../sessions/session-life.ts";
import { sessionFacts, TOKEN_FACTS } from "../tokens/token-facts.ts";
import { RecentAnswers } from "./recent-answers.ts";

/**
 * Milliseconds a token is believed without asking: the longest a lost push can delay a revocation (tokens.revocation).
 * What is left of five seconds is for a request that was let in at the last moment.
 */
const TTL_MS = 4_000;
const ABSENT_TTL_MS = 1_000;
/** The gateway gives one try of Check half a second. */
const LOOKUP_MS = 500;
const SIZE = 20_000;

const TOKEN = { name: "auth_find_token", text: `${TOKEN_FACTS} where token.hash = $1` };
const SESSION = { name: "auth_find_session", text: `${sessionFacts(EXPIRES_AT)} where s.hash = $1` };
const statements = { token: TOKEN, session: SESSION };

/** Tokens, or sessions, by hash, remembered for a few seconds at most. */
export class TokenDirectory {
  readonly #database: SystemDatabase;
  readonly #find: Pick<Statement, "name" | "text">;
  readonly #recent: RecentAnswers<KnownToken>;

  constructor(database: SystemDatabase, of: keyof typeof statements = "token", ttlMs = TTL_MS) {
    this.#database = database;
    this.#find = statements[of];
    this.#recent = new RecentAnswers({
      ttlMs,
      absentTtlMs: ABSENT_TTL_MS,
      size: SIZE,
      load: (hash, previous) => this.#load(hash, previous),
    });
  }

  /** Finds the token with this hash (tokenHash); undefined without one. Rejects if the database is down. */
  find(hash: string): KnownToken | undefined | Promise<KnownToken | undefined> {
    return this.#recent.get(hash);
  }

  /** Forgets one token, or all of a team, or everything. */
  forget(change: { token?: string | undefined; team?: string | undefined }): void {
    const { token, team } = change;
    this.#recent.forget(({ stored }) =>
      token === undefined ? team === undefined || stored.team_id === team : stored.id === token,
    );
  }

  /** Loads a token. Unchanged facts keep the prepared answers, so that services need not verify new signatures. */
  async #load(hash: string, previous: KnownToken | undefined): Promise<KnownToken | undefined> {
    const wanted = Buffer.from(hash, "latin1");
    const [row] = await this.#database.query<{ hash: Buffer; facts: string }>(
      { ...this.#find, values: [wanted] },
      LOOKUP_MS,
    );
    if (row === undefined || !timingSafeEqual(row.hash, wanted)) return undefined;
    return row.facts === previous?.text ? previous : knownToken(row.facts);
  }
}
