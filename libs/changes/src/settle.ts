import type { TeamTx } from "@jst/db";
import type { AppError } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import { recordAct } from "./audit.ts";
import { etagOf, namedChangeset } from "./changeset-json.ts";
import type { Deps } from "./deps.ts";
import { readerOf } from "./names.ts";
import { endWaiting, noticeDecided } from "./notices.ts";
import { notPending } from "./pending.ts";
import { decideChangeset, type Decider } from "./decisions.ts";
import {
  changesetOf,
  findBriefly,
  findChangeset,
  type StoredApproval,
  type StoredChangeset,
} from "./queries.ts";
import { editedSince, requireVersion } from "./versions.ts";

/** A decision that applies nothing. */
interface Settlement {
  status: "rejected" | "withdrawn";
  reason?: string | undefined;
  /** Throws when the caller may not decide so, or sees no such changeset. */
  allow: (stored: StoredChangeset | undefined) => Promise<Allowed>;
}

/** A changeset that the caller may decide on, and the rule by which, if there is one. */
interface Allowed {
  stored: StoredChangeset;
  approval?: StoredApproval | undefined;
}

const ACTS = { rejected: "reject", withdrawn: "withdraw" } as const;

/** Ends a queued changeset without applying it and answers it; of several decisions at once one wins. */
export async function settle(call: Call<Deps>, uuid: string, settlement: Settlement): Promise<Reply> {
  const { status, reason, allow } = settlement;
  const { stored: known, approval } = await allow(
    changesetOf(await call.read(findChangeset(call.caller.team_id, uuid))),
  );
  if (known.status !== "queued") throw notPending(known.status);
  requireVersion(call.ifMatch, known);
  return call.write(async (tx) => {
    const decision = { status, by: deciderOf(call), reason, version: call.ifMatch, approval };
    const decided = await decideChangeset(tx, uuid, decision);
    if (decided === undefined) throw undecided((await current(tx, uuid)) ?? known);
    const showing = { ...call.deps, viewer: { rights: call.caller } };
    const body = await namedChangeset(showing, decided, decided.operations ?? [], readerOf(tx));
    recordAct(tx, call.context, { act: ACTS[status], id: body.id, reason, self: body.self });
    if (status === "withdrawn") endWaiting(tx, call.deps, decided);
    else noticeDecided(tx, call.deps, decided, { status, by: deciderOf(call) });
    return { body: { ...body }, headers: etagOf(body) };
  });
}

/** Member or token that decides, as the changeset names it. */
export function deciderOf({ context }: Pick<Call<unknown>, "context">): Decider {
  return { type: context.actorType, id: context.actorId };
}

/**
 * Read on the transaction itself: one that asks the pool for a second connection can wait for others that do the same.
 */
async function current(tx: TeamTx, uuid: string): Promise<StoredChangeset | undefined> {
  return changesetOf(await tx.query(findBriefly(tx.context.teamId, uuid)));
}

function undecided({ status }: StoredChangeset): AppError {
  return status === "queued" ? editedSince() : notPending(status);
}
