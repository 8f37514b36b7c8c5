import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { ListParameters } from "@jst/query";
import type { Call, Input, Reply } from "@jst/rpc";
import { changedMembers, formerValues } from "./changed-members.ts";
import type { CommonMembers, DeclaredFacts } from "./declaration.ts";
import { replyOf, type Kit, type ListDeps } from "./kit.ts";
import type { Patch, Path, Stored } from "./options.ts";
import { requireAlone, restoredEnd } from "./restored-end.ts";
import type { StoredRow } from "./store.ts";
import { requireOpen, requireTransitions } from "./transitions.ts";

/** Makes the functions that change one: `update` is a handler, the others are its steps for handlers that do more. */
export function updating<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
>(kit: Kit<Item, Values, Query, Deps>) {
  const { declaration, options, store, slugs } = kit;

  /** Merges the patch into one, or restores it; one that reads as before is not written. */
  async function update({ path, body }: Input<Path, unknown, object>, call: Call<Deps>): Promise<Reply> {
    const patch = patchOf(body);
    await kit.check(patch.members, call);
    const named = kit.named(path);
    const write = async (tx: TeamTx): Promise<Reply> =>
      apply(tx, await store.idOf(tx, named), patch, call.ifMatch, kit.isAlone);
    return kit.refusals.answering(call, () => call.write(write));
  }

  /**
   * Applies a patch in a write that is under way, as its last statement if `isLast`. Throws not_found or
   * version_conflict.
   */
  async function apply(
    tx: TeamTx,
    id: string,
    patch: Patch<Values>,
    ifMatch: number | undefined,
    isLast = false,
  ): Promise<Reply> {
    const isSlugMoved = slugs?.isMovedBy(patch) === true;
    // Before the row is locked, as an undo does.
    if (isSlugMoved) await slugs.hold(tx);
    const locked = await store.lock(tx, id);
    if (locked === undefined) throw notFound();
    const end = restoredEnd(declaration, locked, patch, ifMatch);
    const { item, hidden } = locked;
    const before = { ...item, ...hidden };
    const next = kit.complete({ ...before, ...patch.members, ...patch.hidden }, patch.members, before);
    const changed = [...changedMembers(declaration, item, next), ...end] as (keyof Item)[];
    if (changed.length === 0 && patch.hidden === undefined) return unchanged(item);
    requireOpen(declaration, before, next);
    requireTransitions(declaration.noun, options.transitions ?? {}, before, next);
    if (isSlugMoved) await slugs.requireFree(tx, next, id);
    await options.within?.(tx, next, before);
    return replyOf(await storeNext(kit, tx, { item, next, changed, isRestored: end.length > 0, isLast }));
  }

  const patchOf = (body: object): Patch<Values> => ({
    members: kit.normalise(body),
    isRestore: isRestore(kit, body),
  });

  return { update, patchOf, apply };
}

/** Next state of a locked one. */
interface NextState<Item, Values> {
  item: Item;
  next: Stored<Values>;
  /** Names of the members that read otherwise. */
  changed: readonly (keyof Item)[];
  isRestored: boolean;
  isLast: boolean;
}

/** Stores the next state of one with its events, or runs the hook of the service before they are published. */
async function storeNext<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
>(
  kit: Kit<Item, Values, Query, Deps>,
  tx: TeamTx,
  { item, next, changed, isRestored, isLast }: NextState<Item, Values>,
): Promise<StoredRow> {
  const events = kit.events.ofUpdate(next, item, changed as string[], isRestored);
  const how = { isLast, staysEnded: !isRestored, ...(kit.isAlone ? { events } : {}) };
  const row = await kit.refusals.storing(next, () => kit.store.update(tx, item.id, next, how));
  if (kit.isAlone) return row;
  kit.options.stored?.(tx, row, formerValues(kit.declaration, item, changed, row));
  kit.events.publish(tx, row, events);
  return row;
}

/** Whether a body restores one; throws invalid_parameter for an action that has other members beside it. */
function isRestore({ declaration }: { declaration: DeclaredFacts }, body: object): boolean {
  const { archived, action } = body as { archived?: unknown; action?: unknown };
  if (declaration.isRestorable === true && action !== undefined) requireAlone(body);
  return archived === false || action === "restore";
}

function unchanged(item: CommonMembers): Reply {
  const body = item as unknown as Record<string, unknown>;
  return { ...replyOf({ version: item.version, body }), isUnchanged: true };
}
