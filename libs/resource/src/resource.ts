import type { Resource as Recorded } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import type { ListParameters } from "@jst/query";
import { creating } from "./create.ts";
import type { CommonMembers, Declaration } from "./declaration.ts";
import { Kit, replyOf, type ListDeps } from "./kit.ts";
import type { Options } from "./options.ts";
import { reading } from "./read.ts";
import { recordedOf } from "./recorded.ts";
import { removing } from "./remove.ts";
import { partsOf } from "./sql.ts";
import { publishing, publishingEvents } from "./undone.ts";
import { updating } from "./update.ts";

/**
 * Makes the resource of a declaration and its hooks. `read`, `page`, `revisions`, `create`, `update`, `archive`,
 * `delete` and `deleteFlagged` are handlers; the other members are for handlers that do more.
 */
function resourceOf<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
>(declaration: Declaration<Item, Values, Query>, options: Options<Item, Values, Query, Deps>) {
  const kit = new Kit(declaration, options);
  const changes = updating(kit);
  const publishUndone = publishing(declaration, kit.store, options.stored);
  const publish = publishingEvents(declaration, kit.store, kit.events);

  /** Describes the resource to libs/changes; an undo publishes the rows that it changes like any other write. */
  function recorded(more: Partial<Recorded> = {}): Recorded {
    const { hidden } = partsOf(declaration, options);
    const settle = kit.isAlone ? undefined : publishUndone;
    return recordedOf(
      declaration,
      { hidden, slugs: kit.slugs, refusals: kit.refusals, settle, publish },
      more,
    );
  }

  return {
    declaration,
    store: kit.store,
    ...reading(kit),
    ...creating(kit),
    ...changes,
    ...removing(kit, changes.update),
    reply: replyOf,
    found: kit.found.bind(kit),
    /** Runs a create or an update of a handler that does more, and answers what the database refuses. */
    answering: kit.refusals.answering.bind(kit.refusals),
    /** Runs a write again if another one has stored the same value meanwhile. */
    repeating: kit.refusals.repeating.bind(kit.refusals),
    check: kit.check.bind(kit),
    /** Waits for the turn to make slugs live, before the first row of a write of several is locked. */
    holdSlugs: (tx: TeamTx): Promise<void> => kit.slugs?.hold(tx) ?? Promise.resolve(),
    complete: kit.complete.bind(kit),
    storedForm: kit.normalise.bind(kit),
    recorded,
    publishUndone,
    /** Publishes a row that a statement of the service's own has stored. */
    publish: kit.events.ofOwnStatement.bind(kit.events),
    /** Publishes the end of one that a statement of the service's own has ended, as it was. */
    publishEnd: kit.events.deleted.bind(kit.events),
  };
}

/** A resource of plain members, its handlers and their steps. */
export type Resource<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
> = ReturnType<typeof resourceOf<Item, Values, Query, Deps>>;

/** Makes the resource of a declaration, for a service whose handlers get `Deps`. */
export function resource<Item extends CommonMembers, Values extends object, Query extends ListParameters>(
  declaration: Declaration<Item, Values, Query>,
) {
  return <Deps extends ListDeps>(
    options: Options<Item, Values, Query, Deps> = {},
  ): Resource<Item, Values, Query, Deps> => resourceOf(declaration, options);
}
