import type { Caller } from "@jst/caller";
import type { Database, TeamContext, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { digestOf } from "./digest.ts";
import type { Reply, RpcDefinition } from "./handler.ts";
import type { Incoming } from "./incoming.ts";
import { completeReply, findReply, lockKey, storeReply, type StoredReply } from "./idempotency-queries.ts";
import type { AnyInput } from "./read-input.ts";
import { withoutSecrets } from "./secret-members.ts";

/** Work in the transaction of a write. */
export type Work = (tx: TeamTx) => Promise<Reply>;

/** Puts around a write's work what must stand or fall with it. A call may commit one guarded write. */
export type Guard = (work: Work) => Work;

/** A write that the client has named, so that it can be repeated without being done twice. */
export interface KeyedWrite {
  /** Digest of the owner of the key, its rpc and path, and the key. */
  id: Buffer;
  /** Digest of the query and the body. */
  fingerprint: Buffer;
  /** Success status of the rpc. */
  status: number;
  /** Members of the reply that are shown once. */
  secrets: readonly string[];
  /** Agent doors have a word of their own for a key that names another write (conventions.idempotency-clash). */
  isAgent: boolean;
}

/**
 * Reads the Idempotency-Key of a write; undefined for a read, without the header, and for an rpc without a caller.
 * Throws invalid_idempotency_key. The gateway passes on an empty key for one with bytes that gRPC cannot carry.
 */
export function idempotencyKeyOf<Deps>(rpc: RpcDefinition<Deps>, incoming: Incoming): string | undefined {
  if (rpc.readOnly || rpc.access === "public") return undefined;
  const key = incoming.header("idempotency-key");
  if (key === undefined || /^[ -~]{1,255}$/.test(key)) return key;
  throw new AppError(
    "invalid_idempotency_key",
    "Idempotency-Key is not valid. Send 1 to 255 printable ASCII characters.",
  );
}

/**
 * Names a write. A key belongs to the caller, for one rpc and one resource: both spellings of a path, and a tool and
 * its REST twin, are the same write. Members of the body may come in any order.
 */
export function keyedWrite<Deps>(
  key: string,
  rpc: RpcDefinition<Deps>,
  caller: Caller,
  input: AnyInput,
): KeyedWrite {
  const owner = caller.family_id ?? caller.token_id;
  return {
    id: digestOf([owner, rpc.service, rpc.method, input.path, key]),
    fingerprint: digestOf([input.query, input.body]),
    status: rpc.status,
    secrets: rpc.secrets ?? [],
    isAgent: caller.door !== "rest",
  };
}

/**
 * Answers a named write with the reply of its first run. Runs it at most once in 24 hours: the key is claimed and
 * the reply stored in the write's own transaction. What changed nothing is not stored. Without a key it costs nothing.
 */
export async function atMostOnce(
  write: KeyedWrite | undefined,
  service: Repeating,
  run: (guard: Guard) => Promise<Reply>,
): Promise<Reply> {
  if (write === undefined) return run((work) => work);
  const { database, context, beforeRepeat } = service;
  const [earlier] = await database.read<StoredReply>(context, findReply(context.teamId, write.id));
  const reply =
    earlier === undefined
      ? await run((work) => async (tx) => storing(await claimed(tx, write, work), write, service)).catch(
          replayed,
        )
      : new Replayed(replayOf(write, earlier));
  if (!(reply instanceof Replayed)) return reply;
  await beforeRepeat?.();
  return reply.reply;
}

/** Parts that answer a repeated write; `beforeRepeat` throws while the reply may not be shown. */
interface Repeating {
  database: Database;
  context: TeamContext;
  beforeRepeat?: (() => Promise<void>) | undefined;
}

function replayed(thrown: unknown): Replayed {
  if (thrown instanceof Replayed) return thrown;
  throw thrown;
}

/** Passes through a handler, which must not take it for a refusal. */
class Replayed extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super("an earlier run of this write has stored its reply");
    this.reply = reply;
  }
}

/** Looks for a stored reply again: the holder of the claim may have finished meanwhile. */
async function claimed(tx: TeamTx, write: KeyedWrite, work: Work): Promise<Reply> {
  const { teamId } = tx.context;
  const [lock] = await tx.query<{ is_free: boolean }>(lockKey(teamId, write.id));
  if (lock?.is_free !== true) throw inProgress();
  const [earlier] = await tx.query<StoredReply>(findReply(teamId, write.id));
  if (earlier !== undefined) throw new Replayed(replayOf(write, earlier));
  // The reply is stored after the work, so the work's last statement must not commit.
  tx.keepOpen();
  const reply = await work(tx);
  const { status = write.status } = reply;
  const changeset = reply.isUnchanged === true ? {} : { "x-changeset-id": tx.changesetId };
  const body = withoutSecrets(reply.body, write.secrets);
  const headers = { ...reply.headers, ...changeset };
  const is_incomplete = reply.committed !== undefined;
  tx.defer(storeReply(teamId, { ...write, status, headers, body, is_incomplete }));
  return reply;
}

/** Builds the reply with the work that follows its commit; the key is in use until the work has completed the reply. */
function storing(
  { committed, ...reply }: Reply,
  { id, secrets }: KeyedWrite,
  { database, context }: Repeating,
): Reply {
  if (committed === undefined) return reply;
  return {
    ...reply,
    committed: async () => {
      // A failure leaves the reply as it was committed.
      const body = await committed().catch(() => undefined);
      const shown = body === undefined ? null : withoutSecrets(body, secrets);
      const stored = completeReply(context.teamId, id, shown);
      // The caller gets the completed reply even if it cannot be stored.
      await database.write(context, (tx) => tx.last(stored)).catch(() => undefined);
      return body;
    },
  };
}

function replayOf(write: KeyedWrite, earlier: StoredReply): Reply {
  if (earlier.is_incomplete) throw inProgress();
  if (!earlier.fingerprint.equals(write.fingerprint)) throw reused(write);
  const { status, headers, body } = earlier;
  return { status, headers: { ...headers, "idempotency-replayed": "true" }, body };
}

function inProgress(): AppError {
  const detail =
    "An earlier request with this Idempotency-Key is still running. Wait a moment and send this one again.";
  return new AppError("idempotency_in_progress", detail);
}

function reused({ isAgent }: KeyedWrite): AppError {
  const detail = "You already used this Idempotency-Key for another request. Use a new key.";
  return new AppError(isAgent ? "idempotency_conflict" : "idempotency_key_reused", detail);
}
