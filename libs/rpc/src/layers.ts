import type { Caller } from "@jst/caller";
import { AppError } from "@jst/errors";
import { callOf, executing, type CallFacts, type Writer } from "./call.ts";
import { uponAny } from "./conditions.ts";
import type { DoorOptions } from "./door.ts";
import type { Reply, RpcDefinition, RpcHandler } from "./handler.ts";
import { atMostOnce, keyedWrite, type Guard } from "./idempotency.ts";
import type { Incoming } from "./incoming.ts";
import { CALL_HEADER, recordingCall } from "./made-call.ts";
import type { AnyInput } from "./read-input.ts";
import { isUnread, unreadReply } from "./unread-reply.ts";
import type { WireRequest } from "./wire-request.ts";

export type AnyHandler<Deps> = RpcHandler<Record<string, string>, unknown, unknown, Deps>;

/** Call that may run, on its way through the layers. */
export interface Passage<Deps> {
  rpc: RpcDefinition<Deps>;
  handler: AnyHandler<Deps>;
  options: DoorOptions<Deps>;
  request: WireRequest;
  incoming: Incoming;
  input: AnyInput;
  facts: CallFacts;
  /** True for a call that shows the effect of a write. */
  isPreview: boolean;
  /** True if the write becomes a proposal. */
  isQueued: boolean;
  /** True if rules of the team may judge the write. */
  isJudged: boolean;
  /** Idempotency key of a write. */
  key: string | undefined;
  /** Versions of If-Match; any if undefined. */
  versions: readonly number[] | undefined;
  /** Stores the reply with the write; `onlyOnce` sets it. */
  guard: Guard;
  /** Runs the writes of the handler; `previewed`, `executed` and `proposed` set it. */
  writer: Writer;
}

type Next<Deps> = (passage: Passage<Deps>) => Promise<Reply>;

/** One concern around a handler. It answers by itself, or calls `next` once or more. */
type Layer = <Deps>(passage: Passage<Deps>, next: Next<Deps>) => Promise<Reply>;

/** Layers of a call, the outermost first. */
const CALL: readonly Layer[] = [readable, onlyOnce, executed, judged, proposed, conditional];
/** Layers of a preview. */
const PREVIEW: readonly Layer[] = [previewed, conditional];

/** Runs the handler of a call inside its layers. */
export function throughLayers<Deps>(passage: Passage<Deps>): Promise<Reply> {
  const layers = passage.isPreview ? PREVIEW : CALL;
  return enter(0, passage);

  function enter(at: number, inner: Passage<Deps>): Promise<Reply> {
    const layer = layers[at];
    if (layer !== undefined) return layer(inner, (next) => enter(at + 1, next));
    const { rpc, handler, options, input, facts, writer } = inner;
    return handler(input, callOf(rpc, facts, options, writer));
  }
}

/** Shows an agent the effect of a write, and writes nothing. */
function previewed<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { rpc, facts, options } = passage;
  if (options.preview === undefined)
    throw new AppError(
      "bad_request",
      "This action does not support dry_run, and nothing was done. Without dry_run, the action takes effect.",
    );
  const run = (writer: Writer): Promise<Reply> => next({ ...passage, writer });
  const { isQueued, isJudged } = passage;
  return options.preview({ facts, run, isQueued, isJudged, isDirect: rpc.trust !== "matrix" });
}

/** Status of a reply that shows a resource that the caller has created. */
const CREATED = 201;

/** Reduces the reply to the members that the caller may read; rpcs of decisions do that themselves (tokens.answers). */
async function readable<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { rpc, facts, input, options } = passage;
  const reply = await next(passage);
  const isCreated = (reply.status ?? rpc.status) === CREATED;
  const isHidden = options.judgesReplies !== true && !isCreated && isUnread(facts.caller, rpc);
  return isHidden ? unreadReply(reply, input.body, rpc) : reply;
}

/** Answers a repeated write with its first reply (conventions.idempotency). */
function onlyOnce<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { rpc, handler, options, request, input, facts, key } = passage;
  const { beforeRepeat } = handler;
  const service = {
    database: options.database,
    context: facts.context,
    beforeRepeat: beforeRepeat && (() => beforeRepeat(input, callOf(rpc, facts, options, refuseToWrite))),
  };
  const { fingerprint } = request;
  const repeated = fingerprint === undefined ? input : { ...input, body: fingerprint };
  const write = key === undefined ? undefined : keyedWrite(key, rpc, facts.caller, repeated);
  return atMostOnce(write, service, (guard) => next({ ...passage, guard }));
}

/** Runs writes in one transaction of the team, with the record of the tool call that made them (ADR 34). */
function executed<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { options, facts, incoming } = passage;
  const guard = recordingCall(passage.guard, incoming.header(CALL_HEADER), options.recordCall);
  return next({ ...passage, writer: executing(options.database, facts.context, guard) });
}

/** Judges the write by the rules of its team, where one of them may match (rules.judging). */
async function judged<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { rpc, input, facts, options, isQueued, writer: store } = passage;
  if (!passage.isJudged || options.judge === undefined) return next(passage);
  const run = (writer: Writer): Promise<Reply> => next({ ...passage, isQueued: false, writer });
  const call = { rpc: `${rpc.service}/${rpc.method}`, input, facts, run, store, isQueued, right: rpc };
  return (await options.judge(call)) ?? next(passage);
}

/** Stores a proposal instead of the write that needs approval (trust.queued). */
function proposed<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { rpc, input, facts, options, writer: store } = passage;
  if (!passage.isQueued) return next(passage);
  if (options.propose === undefined) throw proposalsUnavailable(facts.caller);
  const run = (writer: Writer): Promise<Reply> => next({ ...passage, writer });
  return options.propose({ rpc: `${rpc.service}/${rpc.method}`, input, facts, run, store });
}

/** Runs the handler for each version of If-Match until one is the present version. */
function conditional<Deps>(passage: Passage<Deps>, next: Next<Deps>): Promise<Reply> {
  const { facts, versions } = passage;
  return uponAny(versions, (ifMatch) => next({ ...passage, facts: { ...facts, ifMatch } }));
}

/** Refuses writes of a handler that is asked whether its stored reply may be shown again. */
export function refuseToWrite(): never {
  throw new Error("A repeated write is not executed again.");
}

/** Makes the refusal of a service without proposals, whose every write is direct or for service tokens. */
function proposalsUnavailable({ token_type: kind }: Caller): AppError {
  const detail = `This action does not support approval, so a token of the type ${kind} cannot use it. Use a service token.`;
  return new AppError("proposals_unavailable", detail);
}
