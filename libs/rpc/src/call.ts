import type { Caller } from "@jst/caller";
import type { Database, TeamContext, TeamTx } from "@jst/db";
import type { AccessRecord } from "./access-log.ts";
import type { Call, Reply, RpcDefinition, Subject, WriteAs } from "./handler.ts";
import type { Guard } from "./idempotency.ts";
import { knownVersions } from "./conditions.ts";
import type { Hop } from "./hop.ts";
import type { Incoming } from "./incoming.ts";

/** Runs a handler's work in one team transaction and says what the caller is told of it. */
export type Writer = (work: (tx: TeamTx) => Promise<Reply>, as?: WriteAs) => Promise<Reply>;

/** Facts of a call, however its writes are run. */
export interface CallFacts {
  caller: Caller;
  context: TeamContext;
  requestId: string;
  traceId: string | undefined;
  /** The signed caller as it came in, to be handed on; none where a service acts by itself. */
  callerToken?: string | undefined;
  ifMatch: number | undefined;
  isKnown: (tag: number | string) => boolean;
  accept?: string | undefined;
  host?: string | undefined;
  /** Uuid of the proposal that the call executes. */
  approves?: string | undefined;
  /** True for a call that shows the effect of a write. */
  isPreview?: boolean | undefined;
  /** Idempotency key of the write. */
  idempotencyKey?: string | undefined;
  /** Adds to the record of the call, if there is one. */
  concerns?: (subject: Subject) => void;
}

/** Reads the facts of a call from the wire. */
export function factsOf(
  caller: Caller,
  context: TeamContext,
  incoming: Incoming,
  record?: Pick<AccessRecord, "concerns">,
): CallFacts {
  return {
    ...(record === undefined ? {} : { concerns: (subject: Subject) => record.concerns(subject) }),
    caller,
    context,
    requestId: incoming.requestId,
    traceId: incoming.traceId,
    callerToken: incoming.header("x-internal-token"),
    accept: incoming.header("accept"),
    host: incoming.header("x-forwarded-host"),
    ifMatch: undefined,
    isKnown: knownVersions(incoming),
  };
}

/** Makes the call that a handler gets. The writer runs its writes; the handler cannot see how. */
export function callOf<Deps>(
  rpc: Pick<RpcDefinition<Deps>, "method" | "readOnly">,
  facts: CallFacts,
  service: { database: Database; deps: Deps; baseUrl: string },
  writer: Writer,
): Call<Deps> {
  const { callerToken, ...shown } = facts;
  const { context } = facts;
  return {
    ...shown,
    baseUrl: service.baseUrl,
    deps: service.deps,
    accept: facts.accept,
    host: facts.host,
    concerns: facts.concerns ?? ignored,
    // Most calls go nowhere else.
    get hop() {
      return hopOf({ context, callerToken });
    },
    read: (statement, plan = "generic", limits = {}) =>
      service.database.read(within(context, limits.withinMs), statement, plan, limits.running),
    snapshot: (work, withinMs) => service.database.snapshot(within(context, withinMs), work),
    write: async (work, as) => {
      if (rpc.readOnly) throw new Error(`${rpc.method} is declared NO_SIDE_EFFECTS and may not write.`);
      return writer(work, as);
    },
  };
}

/** Returns the hop of calls to other services on behalf of a call. */
export function hopOf({ context, callerToken }: Pick<CallFacts, "context" | "callerToken">): Hop {
  const { requestId, traceparent, timeoutMs, departure } = context;
  return { requestId, traceparent, callerToken, deadline: Date.now() + timeoutMs, departure };
}

function ignored(): void {
  // The service keeps no records.
}

/** Limits the time of the context. */
function within(context: TeamContext, withinMs = Infinity): TeamContext {
  return withinMs < context.timeoutMs ? { ...context, timeoutMs: withinMs } : context;
}

/** Commits a write at once; its reply names the changeset, when there is one. */
export function executing(database: Database, context: TeamContext, guard: Guard): Writer {
  return async (work, as) => {
    const { result, changesetId } = await database.write(
      as?.context ?? context,
      guard(work),
      as?.changesetUuid,
    );
    const reply = await completed(result);
    if (reply.isUnchanged === true) return reply;
    return { ...reply, headers: { ...reply.headers, "x-changeset-id": changesetId } };
  };
}

/** Completes the reply of a committed write with the work that follows the commit. */
async function completed({ committed, ...reply }: Reply): Promise<Reply> {
  if (committed === undefined) return reply;
  const body = await committed().catch(() => undefined);
  return body === undefined ? reply : { ...reply, body };
}
