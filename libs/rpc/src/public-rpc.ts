import { withGuarded, type Caller, type GuardedValues } from "@jst/caller";
import { AppError } from "@jst/errors";
import { onRecord, type AccessRecord } from "./access-log.ts";
import { factsOf } from "./call.ts";
import { changeReasonOf } from "./change-reason.ts";
import { matchedVersions } from "./conditions.ts";
import { canBeProposed, decide, refusalOf } from "./decide.ts";
import type { Answer, DoorOptions } from "./door.ts";
import { withFileParameters } from "./files/facts.ts";
import { readForm, type FileRequest } from "./files/file-request.ts";
import { openListFile } from "./files/list-file.ts";
import { wireReply, type AnsweredCall, type WireReply } from "./outgoing.ts";
import type { Reply, RpcDefinition } from "./handler.ts";
import { contextOf, requireScope, verifiedCaller } from "./identity.ts";
import { idempotencyKeyOf } from "./idempotency.ts";
import type { Incoming } from "./incoming.ts";
import { refuseToWrite, throughLayers, type AnyHandler } from "./layers.ts";
import { PREVIEW_HEADER } from "./proposals.ts";
import type { WireRequest } from "./wire-request.ts";
import { InputReader, type AnyInput } from "./read-input.ts";
import { requireReferences } from "./references.ts";

/**
 * Answers an rpc that a token calls: verify, scope, gate, validate, reach, then the layers around the handler, in order
 * (operation.way-in).
 */
export function publicRpc<Deps>(rpc: RpcDefinition<Deps>, options: DoorOptions<Deps>): Answer {
  const handler = rpc.handler as AnyHandler<Deps>;
  const reader = new InputReader(
    rpc.list === undefined ? rpc : { ...rpc, query: withFileParameters(rpc.query) },
    handler,
  );
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
  ): Promise<AnsweredCall> {
    requireScope(caller, rpc);
    const decision = decide(caller, rpc);
    if (decision !== "execute" && decision !== "queue") throw refusalOf(decision, rpc);
    if (record?.fault !== undefined) throw record.fault;
    const key = idempotencyKeyOf(rpc, incoming);
    const changeReason = changeReasonOf(rpc, incoming);
    const versions = rpc.readOnly ? undefined : matchedVersions(incoming);
    const { file, ...input } = formOf(rpc, reader.read(request, incoming, caller.team.country), incoming);
    requireReferences(caller, rpc.references, input.body);
    const context = { ...contextOf(caller, incoming, deadline), changeReason };
    const facts = factsOf(caller, context, incoming, record);
    if (file !== undefined) {
      const isHead = incoming.header(HEAD_HEADER) !== undefined;
      const sent = await openListFile({ rpc, handler, options, facts, input, file, isHead });
      return { reply: sent, team: caller.team_id, token: caller.token_id };
    }
    const isPreview = !rpc.readOnly && incoming.header(PREVIEW_HEADER) !== undefined;
    const mayWait = () => handler.isNeverProposed?.(input.body, caller) !== true;
    const known = { ...facts, isPreview, idempotencyKey: key };
    const call = {
      ...{ rpc, handler, options, request, incoming, input, facts: known, isPreview, key, versions },
      isQueued: decision === "queue" && mayWait(),
      isJudged: caller.team.rules !== undefined && canBeProposed(rpc) && mayWait(),
    };
    const reply = await throughLayers({ ...call, guard: (work) => work, writer: refuseToWrite });
    return answerOf(reply, isPreview ? 200 : rpc.status, caller, options.guarded);
  }
}

/** Set by the gateway for HEAD, which comes in as GET. */
const HEAD_HEADER = "x-internal-head";

/** Reads in which form a list is asked for; a door that cannot stream answers JSON alone. */
function formOf<Deps>(
  { list, query: own }: RpcDefinition<Deps>,
  input: AnyInput,
  incoming: Incoming,
): AnyInput & { file?: FileRequest } {
  if (list === undefined) return input;
  const accept = incoming.isStreamed ? incoming.header("accept") : undefined;
  const { query, file } = readForm(input.query as Record<string, unknown>, own, accept);
  if (file === undefined) return { ...input, query };
  if (incoming.isStreamed) return { ...input, query, file };
  throw new AppError(
    "invalid_parameter",
    "Files of lists are answered by the REST API alone. Send format=json.",
  );
}

function answerOf(
  reply: Reply,
  status: number,
  caller: Caller,
  guarded: GuardedValues | undefined,
): AnsweredCall {
  const wire = wireReply(reply, status);
  const shown = guarded === undefined ? wire : shownTo(caller, wire, guarded);
  return { reply: shown, team: caller.team_id, token: caller.token_id };
}

/**
 * Returns the reply with the guarded values that the caller may see; a stored reply has the same marks as a new one.
 */
function shownTo(caller: Caller, reply: WireReply, guarded: GuardedValues): WireReply {
  const { contentType, body } = reply;
  if (contentType !== "application/json") return reply;
  const json = typeof body === "string" ? body : Buffer.concat(body).toString();
  return { ...reply, body: withGuarded(json, caller, guarded) };
}
