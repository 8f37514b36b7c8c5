import { storableText, type TeamTx } from "@jst/db";
import type { Guard } from "./idempotency.ts";

/** Metadata of a write made for the call of a tool: that call, to be put on record with the write (ADR 34). */
export const CALL_HEADER = "x-internal-call";

/** Header of a reply whose write has put the call on record. */
export const RECORDED_HEADER = "x-internal-recorded";

/** Header of a reply to a tool: what the write changed besides what the reply shows, as encodedChanged has it. */
export const CHANGED_HEADER = "x-internal-changed";

/** Resource that a write changed, as its change image names it. */
export interface ChangedThing {
  resource: string;
  id: string;
  op: "create" | "update" | "delete";
}

/** Encodes the changed objects for a header. */
export const encodedChanged = (changed: readonly ChangedThing[]): string => JSON.stringify(changed);
export const readChanged = (header: string | undefined): ChangedThing[] =>
  header === undefined ? [] : (JSON.parse(header) as ChangedThing[]);

const ACCEPTED = 202;

/** The call of a tool as the record shows it, before its end. What the client says of itself is for display alone. */
export interface MadeCall {
  /** Resource of the tool's scope. */
  resource: string;
  tool: string;
  door: string;
  /** Without texts of people and without cells. */
  arguments: Readonly<Record<string, unknown>>;
  arguments_digest: string;
  client?: { name: string; version: string };
  traceparent?: string;
  /** Milliseconds of Unix time. */
  startedAt: number;
}

/** Puts a call on record in the transaction of the write that it came to. */
export type RecordCall = (tx: TeamTx, call: MadeCall) => void;

/** Encodes the call for metadata. */
export function encodedCall(call: MadeCall): string {
  return Buffer.from(JSON.stringify(call)).toString("base64url");
}

/**
 * Returns the call as JSON for the record, with the milliseconds until now; `more` is what its end adds. PostgreSQL
 * accepts every text in it, whatever a client or a model put there: the record is read as JSON for as long as it
 * exists.
 */
export function callJson(call: MadeCall, more: object = {}): string {
  const { tool, door, arguments: values, arguments_digest, client, traceparent, startedAt } = call;
  const latency_ms = Math.max(0, Date.now() - startedAt);
  const shown = { tool, door, arguments: values, arguments_digest, latency_ms, ...more, client, traceparent };
  return JSON.stringify(shown, (_name, value: unknown) =>
    typeof value === "string" ? storableText(value) : value,
  );
}

/**
 * Wraps the guard of a write so that it records the call in its own transaction, and says so in its reply: both are
 * committed or neither is. Calls that changed nothing are left to the door of the agent, as refusals and reads are.
 */
export function recordingCall(guard: Guard, header: string | undefined, record?: RecordCall): Guard {
  if (header === undefined || record === undefined) return guard;
  const call = JSON.parse(Buffer.from(header, "base64url").toString()) as MadeCall;
  return (work) => {
    const guarded = guard(work);
    return async (tx) => {
      tx.keepOpen();
      const reply = await guarded(tx);
      if (reply.isUnchanged === true && reply.status !== ACCEPTED) return reply;
      record(tx, call);
      return { ...reply, headers: { ...reply.headers, [RECORDED_HEADER]: "1" } };
    };
  };
}
