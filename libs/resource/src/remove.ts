import type { TeamTx } from "@jst/db";
import type { ListParameters } from "@jst/query";
import type { Call, Input, Reply } from "@jst/rpc";
import { requireId } from "./conditions.ts";
import type { CommonMembers } from "./declaration.ts";
import type { Kit, ListDeps } from "./kit.ts";
import type { Path } from "./options.ts";
import { deletedBody, flaggedDeleted } from "./store.ts";

type Update<Deps> = (input: Input<Path, unknown, object>, call: Call<Deps>) => Promise<Reply>;

/** Makes the handlers that end one: `archive`, `delete` and `deleteFlagged`; `take` is the step that deletes. */
export function removing<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
>(kit: Kit<Item, Values, Query, Deps>, update: Update<Deps>) {
  const { declaration, options, store } = kit;
  type Named = Input<Path, unknown, unknown>;

  /** Archives one; archiving again changes nothing. */
  function archive({ path }: Named, call: Call<Deps>): Promise<Reply> {
    const id = requireId(path[declaration.id]);
    return call.write(async (tx) => {
      const archived = await store.archive(tx, id, call.ifMatch);
      if (archived === undefined) return archivedBefore(tx, id, call.ifMatch);
      options.stored?.(tx, archived, { archived_at: null } as Partial<Item>);
      kit.events.deleted(tx, archived.former);
      return { body: { id: archived.id, archived_at: archived.archived_at } };
    });
  }

  /** Deletes one, or moves it to its final status; again it is not found, or unchanged if it can be restored. */
  function deleteOne({ path }: Named, call: Call<Deps>): Promise<Reply> {
    const { finalStatus: status } = declaration;
    return status === undefined ? taken(path, call) : update({ path, query: {}, body: { status } }, call);
  }

  /** Deletes one as `delete` does, and answers platform.v1.Deleted. */
  const deleteFlagged = ({ path }: Named, call: Call<Deps>): Promise<Reply> =>
    taken(path, call, flaggedDeleted);

  /** Deletes one in a write of its own; `shown` makes the reply, which is stored with the write. */
  function taken(path: Path, call: Call<Deps>, shown = (reply: Reply): Reply => reply): Promise<Reply> {
    const named = kit.named(path);
    return call.write(async (tx) => shown(await take(tx, await store.idOf(tx, named), call.ifMatch)));
  }

  /** Deletes one in a write that is under way; again changes nothing if it can be restored. Throws as `apply` does. */
  async function take(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<Reply> {
    const row = await store.delete(tx, id, ifMatch);
    if (row !== undefined) {
      kit.events.deleted(tx, row.former);
      return { body: deletedBody(row) };
    }
    await kit.requireThere(tx, id, ifMatch);
    const gone = await store.deleted(tx, id);
    if (gone === undefined) throw new Error("A row that is there and has the asked version was not deleted.");
    return { body: deletedBody(gone), isUnchanged: true };
  }

  /** Answers one that was archived before; throws not_found or version_conflict if it was not. */
  async function archivedBefore(tx: TeamTx, id: string, ifMatch: number | undefined): Promise<Reply> {
    const row = await kit.requireThere(tx, id, ifMatch);
    const { archived_at } = JSON.parse(row.body) as CommonMembers;
    return { body: { id: row.id, archived_at }, isUnchanged: true };
  }

  return { archive, delete: deleteOne, deleteFlagged, take };
}
