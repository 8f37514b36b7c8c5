import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { MadeToolCall, Peers, RequestsTaken } from "../../gen/internal.ts";
import { unrecorded, type CallRecord } from "./call-record.ts";

/** Calls that one message records at most. */
const CALLS_MAX = 100;
/** Longest time for which calls gather while no message of their team is under way. */
const GATHERING_MS_MAX = 20;

/** Counts requests against the limit of a token. */
export interface RequestCounter {
  take(caller: Caller, requests: number, deadline: number): Promise<RequestsTaken>;
}

interface PendingRecord {
  call: MadeToolCall;
  deadline: number;
  resolve: (nothing: undefined) => void;
  reject: (error: unknown) => void;
}

/** auth, which keeps the record of calls and counts requests; without it nothing passes the gateway either. */
export class AuthDoor implements CallRecord, RequestCounter {
  readonly #auth: Pick<Peers["auth"], "recordToolCalls" | "takeRequests">;
  /** Calls that gather behind a message of their team; absent where none is under way or has just been answered. */
  readonly #gathering = new Map<string, PendingRecord[]>();

  constructor(auth: Pick<Peers["auth"], "recordToolCalls" | "takeRequests">) {
    this.#auth = auth;
  }

  /**
   * Records calls, see CallRecord. Calls that end while others of their team are being recorded share one message and
   * one commit. Entries of a team are chained, so two messages would wait for each other. The next message leaves after
   * as long a time as the last one took: a message costs more than its entries.
   */
  add(call: MadeToolCall, deadline: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting = { call, deadline, resolve, reject };
    const gathering = this.#gathering.get(call.team_id);
    if (gathering === undefined) void this.#recordAll(call.team_id, [waiting]);
    else gathering.push(waiting);
    return promise;
  }

  /** Counts further requests of the caller's token. Rejects with unavailable or timeout. */
  take({ token_id, token_type }: Caller, requests: number, deadline: number): Promise<RequestsTaken> {
    // Doors of agents take no sessions (sessions.api).
    if (token_type === "member")
      return Promise.reject(
        new AppError("invalid_token", "A console session cannot call tools. Send an API token."),
      );
    return this.#auth.takeRequests({ token_id, token_type, requests }, { requestId: randomUUID(), deadline });
  }

  async #recordAll(teamId: string, gathering: PendingRecord[]): Promise<void> {
    this.#gathering.set(teamId, gathering);
    while (gathering.length > 0) {
      const sentAt = performance.now();
      await this.#record(gathering.splice(0, CALLS_MAX));
      await delay(Math.min(performance.now() - sentAt, GATHERING_MS_MAX), undefined, { ref: false });
    }
    this.#gathering.delete(teamId);
  }

  async #record(batch: readonly PendingRecord[]): Promise<void> {
    const deadline = Math.max(...batch.map((one) => one.deadline));
    const requestId = batch[0]?.call.request_id ?? randomUUID();
    try {
      await this.#auth.recordToolCalls({ calls: batch.map(({ call }) => call) }, { requestId, deadline });
      for (const { resolve } of batch) resolve(undefined);
    } catch (error) {
      for (const { reject } of batch) reject(unrecorded(error));
    }
  }
}
