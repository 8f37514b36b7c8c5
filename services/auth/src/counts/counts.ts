import type { SystemDatabase } from "@jst/db";
import type { AuditPayload } from "@jst/events";
import { callCounts } from "./call-counts.ts";
import { requestCounts } from "./request-counts.ts";

/** Doors at which agents call tools; nothing else is counted under what a record says. */
const agentDoors: readonly string[] = ["mcp", "mcp_actions", "actions", "tools"];

/** A request of a known team, as the way in sees it. */
export interface CountedRequest {
  teamId: string;
  door: string;
  isWrite: boolean;
  isDenied: boolean;
  /** Milliseconds of Unix time. */
  at: number;
}

/** Counts what teams and their connected apps do, in memory, and writes it every two seconds. */
export class Counts {
  readonly #calls: ReturnType<typeof callCounts>;
  readonly #requests: ReturnType<typeof requestCounts>;

  constructor(database: Pick<SystemDatabase, "query">, onFault: (error: unknown) => void) {
    this.#calls = callCounts(database, onFault);
    this.#requests = requestCounts(database, onFault);
  }

  /** Notes a request at its door. */
  noteRequest({ teamId, door, isWrite, isDenied, at }: CountedRequest): void {
    this.#add({ teamId, door, at }, [1, Number(isWrite), Number(isDenied)]);
  }

  /** Notes a call of the app whose tokens are of this family. */
  noteCall({ team_id: teamId, family_id: id }: { team_id: string; family_id: string | null }): void {
    if (id !== null) this.#calls.add(id, { teamId, id }, [1]);
  }

  /**
   * Notes the calls of tools that entries of the log tell of: an app is recorded under its grant. Their requests are
   * counted at the way in, which sees neither what they change nor what they are refused.
   */
  noteRecorded(entries: readonly AuditPayload[]): void {
    for (const entry of entries) {
      if (entry.action !== "tool.call") continue;
      const { team_id: teamId, actor_type, token_id: id, changeset_id, outcome } = entry;
      if (actor_type === "oauth_app") this.noteCall({ team_id: teamId, family_id: id });
      const [isWrite, isDenied] = [changeset_id !== null, outcome === "denied"];
      const door = isWrite || isDenied ? doorOf(entry.call) : undefined;
      if (door === undefined) continue;
      this.#add({ teamId, door, at: Date.parse(entry.created_at) }, [0, Number(isWrite), Number(isDenied)]);
    }
  }

  /** Writes what was noted. */
  async flush(): Promise<void> {
    await Promise.all([this.#calls.flush(), this.#requests.flush()]);
  }

  /** Writes what was noted and ends. */
  async close(): Promise<void> {
    await Promise.all([this.#calls.close(), this.#requests.close()]);
  }

  #add({ teamId, door, at }: { teamId: string; door: string; at: number }, sums: readonly number[]): void {
    const minute = Math.floor(at / 60_000);
    this.#requests.add(`${teamId} ${door} ${minute}`, { teamId, door, minute }, sums);
  }
}

/** Reads the door of a recorded call; undefined for an unknown door or for text that is not valid JSON. */
function doorOf(call: string | null | undefined): string | undefined {
  try {
    const { door } = JSON.parse(call ?? "") as { door?: unknown };
    return agentDoors.find((one) => one === door);
  } catch {
    return undefined;
  }
}
