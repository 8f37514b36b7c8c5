import { withGuarded, type Caller, type GuardedValues } from "@jst/caller";
import { AppError } from "@jst/errors";
import { onRecord, type AccessRecord } from "./access-log.ts";
import { callOf, executing, factsOf, type CallFacts, type Writer } from "./call.ts";
import { matchedVersions, uponAny } from "./conditions.ts";
import { decide, refusalOf } from "./decide.ts";
import type { Answer, DoorOptions } from "./door.ts";
import { wireReply, type Answered, type WireReply } from "./outgoing.ts";
import type { Reply, RpcDefinition, RpcHandler } from "./handler.ts";
import { contextOf, requireScope, verifiedCaller } from "./identity.ts";
import { atMostOnce, idempotencyKeyOf, keyedWrite } from "./idempotency.ts";
import type { Incoming } from "./incoming.ts";
import { CALL_HEADER, recordingCall } from "./made-call.ts";
import { PREVIEW_HEADER } from "./proposals.ts";
import { isUnread, unreadReply } from "./unread-reply.ts";
import type { WireRequest } from "./wire-request.ts";
import { InputReader, type AnyInput } from "./read-input.ts";
import { requireReferences } from "./references.ts";

type AnyHandler<Deps> = RpcHandler<Record<string, string>, unknown, unknown, Deps>;

/** Runs the handler, its writes run by the given writer. */
type Run = (writer: Writer) => Promise<Reply>;

/** Answers an rpc that a token calls: verify, scope, gate, validate, reach, handle, in order (operation.way-in). */
export function publicRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  const handler = rpc.handler as AnyHandler<Deps>;
  const reader = new InputReader(rpc, handler);
  return async (request, incoming, deadline) => {
    const caller = await verifiedCaller(incoming, options);
    return onRecord(options.accessLog, rpc, { caller, request, incoming }, (record) =>
      answer(request, incoming, deadline, caller, record),
    );
  };

  async function answer(
    request: WireRequest,
    incoming: Incoming,
    deadline: number,
    caller: Caller,
    record?: AccessRecord,
  ): Promise<Answered> {
    requireScope(caller, rpc);
    const decision = decide(caller, rpc);
    if (decision !== "execute" && decision !== "queue") throw refusalOf(decision, rpc);
    if (record?.fault !== undefined) throw record.fault;
    const key = idempotencyKeyOf(rpc, incoming);
    const versions = rpc.readOnly ? undefined : matchedVersions(incoming);
    const input = reader.read(request, incoming);
    requireReferences(caller, rpc.references, input.body);
    const facts = factsOf(caller, contextOf(caller, incoming, deadline), incoming, record);
    const run = (writer: Writer) =>
      uponAny(versions, (ifMatch) => handler(input, callOf(rpc, { ...facts, ifMatch }, options, writer)));
    if (isPreview(rpc, incoming)) return answerOf(await preview(facts, run), 200, caller, options.guarded);
    const isQueued = decision === "queue" && handler.isNeverProposed?.(input.body) !== true;
    const { beforeRepeat } = handler;
    const again = beforeRepeat && (() => beforeRepeat(input, callOf(rpc, facts, options, refuseToWrite)));
    const service = { database: options.database, context: facts.context, beforeRepeat: again };
    const write = key === undefined ? undefined : keyedWrite(key, rpc, caller, repeatedAs(request, input));
    const reply = await atMostOnce(write, service, (guard) => {
      const recorded = recordingCall(guard, incoming.header(CALL_HEADER), options.recordCall);
      const store = executing(options.database, facts.context, recorded);
      return isQueued ? propose(input, facts, run, store) : run(store);
    });
    const read = readable(reply, { caller, body: input.body }, rpc, options);
    return answerOf(read, rpc.status, caller, options.guarded);
  }

  function preview(facts: CallFacts, run: Run): Promise<Reply> {
    if (options.preview === undefined) throw previewUnavailable();
    return options.preview({ facts, run, isDirect: rpc.trust !== "matrix" });
  }

  function propose(input: AnyInput, facts: CallFacts, run: Run, store: Writer): Promise<Reply> {
    if (options.propose === undefined) throw proposalsUnavailable(facts.caller);
    return options.propose({ rpc: `${rpc.service}/${rpc.method}`, input, facts, run, store });
  }
}

/** Whoever asks whether a reply may be shown again changes nothing. */
function refuseToWrite(): never {
  throw new Error("A write that is repeated is not made again.");
}

/** What of the input must be the same when a write is sent again. */
function repeatedAs({ fingerprint }: WireRequest, input: AnyInput): AnyInput {
  return fingerprint === undefined ? input : { ...input, body: fingerprint };
}

/** Only the agent doors ask for a preview: the gateway takes the header off whatever comes from outside. */
function isPreview<Deps>(rpc: RpcDefinition<Deps>, incoming: Incoming): boolean {
  return !rpc.readOnly && incoming.header(PREVIEW_HEADER) !== undefined;
}

/** Status of a reply with a thing that the caller has just made. */
const CREATED = 201;

/** Reduces the reply to what the caller may read; the rpcs of decisions do that themselves (tokens.answers). */
function readable<Deps>(
  reply: Reply,
  { caller, body }: { caller: Caller; body: unknown },
  rpc: RpcDefinition<Deps>,
  { judgesReplies }: DoorOptions<Deps>,
): Reply {
  const isCreated = (reply.status ?? rpc.status) === CREATED;
  const isHidden = judgesReplies !== true && !isCreated && isUnread(caller, rpc);
  return isHidden ? unreadReply(reply, body, rpc) : reply;
}

function answerOf(
  reply: Reply,
  status: number,
  caller: Caller,
  guarded: GuardedValues | undefined,
): Answered {
  const wire = wireReply(reply, status);
  const shown = guarded === undefined ? wire : shownTo(caller, wire, guarded);
  return { reply: shown, team: caller.team_id, token: caller.token_id };
}

/** The reply with the guarded values that the caller may see; a stored reply has marks as a new one has. */
function shownTo(caller: Caller, reply: WireReply, guarded: GuardedValues): WireReply {
  const { contentType, body } = reply;
  if (contentType !== "application/json") return reply;
  const json = typeof body === "string" ? body : Buffer.concat(body).toString();
  return { ...reply, body: withGuarded(json, caller, guarded) };
}

/** A service that keeps no undo records has nothing to show a write by. */
function previewUnavailable(): AppError {
  return new AppError("bad_request", "This action shows no preview; call it without dry_run.");
}

/** A service whose every write is direct or for service tokens has no proposals. */
function proposalsUnavailable({ token_type: kind }: Caller): AppError {
  const detail = `Writes by a ${kind} token need proposals, which this service lacks; use a service token.`;
  return new AppError("proposals_unavailable", detail);
}
