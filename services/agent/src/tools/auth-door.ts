import type { Caller, ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient } from "@jst/rpc";
import { randomUUID } from "node:crypto";
import { internal, type InternalCalls, type MadeToolCall, type RequestsTaken } from "../../gen/internal.ts";
import { unrecorded, type CallRecord } from "./call-record.ts";

const RECORD = "auth.v1.AgentDoors/RecordToolCalls";
const TAKE = "auth.v1.AgentDoors/TakeRequests";
/** Calls that one message records at most, and messages under way at once: while they are, further calls gather. */
const CALLS_MAX = 100;
const FLIGHTS_MAX = 2;

/** Counts requests against the limit of a token. */
export interface RequestCounter {
  take(caller: Caller, requests: number, deadline: number): Promise<RequestsTaken>;
}

interface Waiting {
  call: MadeToolCall;
  deadline: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** auth, which keeps the record of calls and counts requests; without it nothing passes the gateway either. */
export class AuthDoor implements CallRecord, RequestCounter {
  readonly #client: InternalClient<InternalCalls>;
  readonly #waiting: Waiting[] = [];
  #flights = 0;

  constructor(address: string, identity: ServiceSigner, tls?: TlsIdentity) {
    this.#client = new InternalClient({ service: "auth", address, ...internal, identity, tls });
  }

  /** See CallRecord. Calls that end while others are being recorded are recorded together: one commit for all. */
  add(call: MadeToolCall, deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, deadline, resolve, reject });
      void this.#send();
    });
  }

  /** Counts further requests of the caller's token. Rejects with unavailable or timeout. */
  take({ token_id, token_type }: Caller, requests: number, deadline: number): Promise<RequestsTaken> {
    return this.#client.call(TAKE, { token_id, token_type, requests }, { requestId: randomUUID(), deadline });
  }

  /** Lets calls in flight end and closes the connection. */
  close(): void {
    this.#client.close();
  }

  async #send(): Promise<void> {
    if (this.#flights === FLIGHTS_MAX || this.#waiting.length === 0) return;
    this.#flights += 1;
    const batch = this.#waiting.splice(0, CALLS_MAX);
    const deadline = Math.max(...batch.map((one) => one.deadline));
    const requestId = batch[0]?.call.request_id ?? randomUUID();
    try {
      await this.#client.call(RECORD, { calls: batch.map(({ call }) => call) }, { requestId, deadline });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(unrecorded(error));
    } finally {
      this.#flights -= 1;
      void this.#send();
    }
  }
}
