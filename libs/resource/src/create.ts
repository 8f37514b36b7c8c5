import type { TeamTx } from "@jst/db";
import type { ListParameters } from "@jst/query";
import type { Call, Input, Reply } from "@jst/rpc";
import type { CommonMembers } from "./declaration.ts";
import { replyOf, type Kit, type ListDeps } from "./kit.ts";
import type { Stored } from "./options.ts";
import { GIVEN } from "./sql.ts";
import { initialValues } from "./stored-form.ts";

/** Makes the functions that create one: `create` is a handler, the others are its steps for handlers that do more. */
export function creating<
  Item extends CommonMembers,
  Values extends object,
  Query extends ListParameters,
  Deps extends ListDeps,
>(kit: Kit<Item, Values, Query, Deps>) {
  const { declaration, options, store, slugs } = kit;
  const initial = initialValues(declaration.members) as Values;

  /** Stores a new one. */
  async function create({ body }: Input<unknown, unknown, object>, call: Call<Deps>): Promise<Reply> {
    const next = draft(body, options.defaults?.(call));
    await kit.check(next, call);
    return kit.refusals.answering(call, () => call.write((tx) => insert(tx, next, call, kit.isAlone)));
  }

  /** Returns what a body describes, as it would be stored. */
  function draft(body: object, defaults: Partial<Values> = {}): Stored<Values> {
    const members = kit.normalise(body);
    const next = kit.complete({ ...initial, ...defaults, ...members }, members);
    return declaration.isRevised === true ? { ...next, [GIVEN]: Object.keys(members) } : next;
  }

  /** Stores a draft in a write that is under way, as its last statement if `isLast`; answers its Location. */
  async function insert(
    tx: TeamTx,
    next: Stored<Values>,
    call: Pick<Call<Deps>, "baseUrl">,
    isLast = false,
  ): Promise<Reply> {
    const slugged = { ...next, ...(await slugs?.complete(tx, next)) };
    await options.within?.(tx, slugged, undefined);
    const events = kit.events.ofCreate(slugged);
    const row = await kit.refusals.storing(slugged, () =>
      store.insert(tx, slugged, { isLast, ...(kit.isAlone ? { events } : {}) }),
    );
    options.stored?.(tx, row, undefined);
    if (!kit.isAlone) kit.events.publish(tx, row, events);
    const { id, path } = declaration;
    // A path that names the resource by its slug ends with the slug.
    const name = id === slugs?.member ? String((slugged as Record<string, unknown>)[id]) : row.id;
    return replyOf(row, { location: `${call.baseUrl}${path}/${name}` });
  }

  return { create, draft, insert };
}
