import type { CallContext } from "./tool-call.ts";
import type { UpstreamReply } from "./upstreams.ts";

/** Answers an rpc of this service to a tool call; its arguments have passed the schema. Throws AppError. */
export type LocalRpc = (
  values: Readonly<Record<string, unknown>>,
  context: CallContext,
) => Promise<UpstreamReply>;

/** Rpcs of this service that are tools, by method. */
export type LocalRpcs = Readonly<Record<string, LocalRpc>>;

/** A reply of ours, in the shape in which other services answer. */
export function localReply(body: object): UpstreamReply {
  return { status: 200, header: () => undefined, body: Buffer.from(JSON.stringify(body)) };
}
