import type { Caller } from "@jst/caller";
import { asAppError, type AppError } from "@jst/errors";
import type { AnsweredCall } from "./outgoing.ts";
import type { RpcDefinition, Subject } from "./handler.ts";
import type { Incoming } from "./incoming.ts";
import type { WireRequest } from "./wire-request.ts";

/** A call as its record is made of it. */
export interface Access {
  rpc: Pick<RpcDefinition<never>, "service" | "method" | "route" | "resource" | "action">;
  caller: Caller;
  /** Fields of the path as they were sent. */
  path: WireRequest["path"];
  requestId: string;
  header: (name: string) => string | undefined;
}

/** End of a call: the status, and the refusal if there was one. */
export interface CallEnd {
  status: number;
  refusal?: AppError;
}

export interface AccessRecord {
  /** Fault for which the call is refused, once its caller may make it at all; undefined for a good one. */
  readonly fault: AppError | undefined;
  concerns(subject: Subject): void;
  /** Resolves once the record is stored for good; rejects when that is not known, and then nothing is answered. */
  close(ended: CallEnd): Promise<void>;
}

/** Keeps a record of every call of a known caller, refused ones too. */
export interface AccessLog {
  /** Rejects while nothing can be stored: the call is refused then, before anything is read for it. */
  open(access: Access): Promise<AccessRecord>;
}

/**
 * Answers a call once it is on record, where there is a log (clinical.audit). What cannot be recorded is refused,
 * whatever it came to; what is answered is kept by no cache.
 */
export async function onRecord(
  log: AccessLog | undefined,
  rpc: Access["rpc"],
  call: { caller: Caller; request: WireRequest; incoming: Incoming },
  work: (record?: AccessRecord) => Promise<AnsweredCall>,
): Promise<AnsweredCall> {
  if (log === undefined) return work();
  const { caller, request, incoming } = call;
  const header = (name: string) => incoming.header(name);
  const record = await log.open({ rpc, caller, path: request.path, requestId: incoming.requestId, header });
  let answered: AnsweredCall;
  try {
    answered = await work(record);
  } catch (thrown) {
    const refusal = asAppError(thrown);
    await record.close({ status: refusal.status, refusal });
    throw thrown;
  }
  const { reply } = answered;
  try {
    await record.close({ status: reply.status });
  } catch (unrecorded) {
    await reply.file?.close();
    throw unrecorded;
  }
  return { ...answered, reply: { ...reply, headers: { ...reply.headers, "cache-control": "no-store" } } };
}
