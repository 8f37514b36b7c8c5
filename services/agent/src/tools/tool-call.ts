import type { Caller } from "@jst/caller";
import type { MadeCall } from "@jst/rpc";
import type { ReadyTool } from "./catalogue.ts";

/** Facts that the client states about itself and its trace; nothing proves them. */
export type ClientWords = Pick<MadeCall, "client" | "traceparent">;

/** Caller, and everything that travels with the call. */
export interface CallContext {
  caller: Caller;
  /** The signed caller, forwarded unchanged. */
  callerToken: string;
  requestId: string;
  traceparent: string | undefined;
  tracestate: string | undefined;
  /** Idempotency-Key of the HTTP request; the argument goes before it. */
  idempotencyKey: string | undefined;
  /** X-Change-Reason of the HTTP request; that of the call goes before it (trust.reason). */
  changeReason: string | undefined;
  /** Milliseconds of Unix time. */
  deadline: number;
  /** Aborted when the client goes away: what has not begun in a service need not begin (ADR 46). */
  departure: AbortSignal;
  /** Facts that the client states about itself. */
  words?: ClientWords;
  /** True for a tool that the filters of the request leave; without it all are left. */
  isShown?: (tool: ReadyTool) => boolean;
}

/** Input of a call. */
export interface ToolInput {
  values: Readonly<Record<string, unknown>>;
  /** A write shows what it would change, and changes nothing. */
  isDryRun?: boolean;
  /** Reason that stands beside the arguments; an argument goes before it. */
  changeReason?: string | undefined;
}

/** Outcome of a call: the JSON of its result, or the problem document of the service, both as text. */
export type ToolOutcome =
  | {
      json: string;
      isQueued: boolean;
      /** The service has put the call on record, with the write. */
      isRecorded?: boolean;
      changesetId?: string | undefined;
      /** Further facts on record. */
      more?: { preview?: true; replayed?: true };
    }
  | { problem: string; code: string; status: number };
