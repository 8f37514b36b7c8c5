import type { SystemDatabase } from "@jst/db";

/** Milliseconds between two writes, and the precision of the stored time: teams need no second of a token's use. */
const PERIOD_MS = 60_000;

const WRITE = `
with used as (select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as used (team_id, id, at)),
sessions as (
  update auth.sessions as session
  set last_used_at = used.at
  from used
  where session.team_id = used.team_id and session.id = used.id and session.last_used_at < used.at
)
update auth.tokens as token
set last_used_at = used.at
from used
where token.team_id = used.team_id and token.id = used.id
  and (token.last_used_at is null or token.last_used_at < used.at)`;

interface Use {
  teamId: string;
  /** Start of the minute, in milliseconds of Unix time. */
  minute: number;
}

/** Remembers when tokens and sessions were last used, to the minute, and writes all of them at once (tokens.list). */
export class LastUsed {
  readonly #database: Pick<SystemDatabase, "query">;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #uses = new Map<string, Use>();

  constructor(database: Pick<SystemDatabase, "query">, onFault: (error: unknown) => void) {
    this.#database = database;
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.flush(), PERIOD_MS);
    this.#timer.unref();
  }

  /** Notes a use at `now`, in milliseconds of Unix time. */
  note(token: { id: string; team_id: string }, now: number): void {
    const minute = now - (now % PERIOD_MS);
    if (this.#uses.get(token.id)?.minute !== minute)
      this.#uses.set(token.id, { teamId: token.team_id, minute });
  }

  /** Writes what was noted. A failure is reported, and what was noted is lost: the next use notes it again. */
  async flush(): Promise<void> {
    const uses = [...this.#uses];
    this.#uses = new Map();
    if (uses.length === 0) return;
    const values = [
      uses.map(([, { teamId }]) => teamId),
      uses.map(([id]) => id),
      uses.map(([, { minute }]) => new Date(minute).toISOString()),
    ];
    await this.#database.query({ text: WRITE, values }).catch(this.#onFault);
  }

  /** Writes what was noted and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
