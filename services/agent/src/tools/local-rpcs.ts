import type { MadeCall } from "@jst/rpc";
import type { CallContext } from "./tool-call.ts";
import type { UpstreamReply } from "./upstreams.ts";

type Values = Readonly<Record<string, unknown>>;

/** One sending of a call. */
export interface LocalSending {
  /** Shows what the write would change, and writes nothing. */
  isPreview: boolean;
  /** The call, which the service that writes puts on record. */
  call: MadeCall;
}

/** Rpc of this service that is a tool; the arguments have passed the schema. */
export interface LocalRpc {
  /** Answers a call. Throws AppError. */
  answer: (values: Values, context: CallContext, sending: LocalSending) => Promise<UpstreamReply>;
  /** Whether a call of a tool with confirm needs a consent; every one does without it. */
  needsConsent?: (values: Values) => boolean;
}

/** Rpcs of this service that are tools, by method. */
export type LocalRpcs = Readonly<Record<string, LocalRpc>>;

/** A reply of ours, in the shape in which other services answer. */
export function localReply(body: object, status = 200, headers: Headers = {}): UpstreamReply {
  return { status, header: (name) => headers[name], body: Buffer.from(JSON.stringify(body)) };
}

type Headers = Readonly<Record<string, string | undefined>>;
