import type { SystemDatabase } from "@jst/db";
import type { AuditPayload } from "@jst/events";

/** Milliseconds between two writes (oauth.connected-apps). */
const PERIOD_MS = 2_000;

const WRITE = `
update auth.grants as app
set call_count = app.call_count + used.calls,
  last_used_at = greatest(app.last_used_at, date_trunc('minute', now()))
from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as used (team_id, id, calls)
where app.team_id = used.team_id and app.id = used.id`;

/** Counts what connected apps do, and writes all of it at once. */
export class CallCounts {
  readonly #database: Pick<SystemDatabase, "query">;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #calls = new Map<string, { teamId: string; calls: number }>();

  constructor(database: Pick<SystemDatabase, "query">, onFault: (error: unknown) => void) {
    this.#database = database;
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.flush(), PERIOD_MS);
    this.#timer.unref();
  }

  /** Notes calls of the app whose tokens are of this family. */
  note(
    { team_id: teamId, family_id: id }: { team_id: string; family_id: string | null },
    calls: number,
  ): void {
    if (id === null) return;
    const known = this.#calls.get(id);
    if (known === undefined) this.#calls.set(id, { teamId, calls });
    else known.calls += calls;
  }

  /** Notes the calls of tools that entries of the log tell of: an app is recorded under its grant. */
  noteRecorded(entries: readonly AuditPayload[]): void {
    for (const { action, actor_type, team_id, token_id } of entries)
      if (action === "tool.call" && actor_type === "oauth_app")
        this.note({ team_id, family_id: token_id }, 1);
  }

  /** Writes what was noted. What could not be written is noted again. */
  async flush(): Promise<void> {
    const noted = this.#calls;
    this.#calls = new Map();
    if (noted.size === 0) return;
    const rows = [...noted];
    const values = [
      rows.map(([, { teamId }]) => teamId),
      rows.map(([id]) => id),
      rows.map(([, { calls }]) => calls),
    ];
    await this.#database.query({ text: WRITE, values }).catch((error: unknown) => {
      for (const [id, { teamId, calls }] of noted) this.note({ team_id: teamId, family_id: id }, calls);
      this.#onFault(error);
    });
  }

  /** Writes what was noted and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
