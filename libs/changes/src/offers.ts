import type { Call } from "@jst/rpc";
import type { Changeset } from "../gen/rpc.ts";
import { isDecider } from "./access.ts";
import type { Change } from "./changes.ts";
import type { Deps } from "./deps.ts";
import type { StoredChangeset } from "./queries.ts";

/**
 * Adds to the operations of an open proposal the members that its resource offers for review, for a caller who may
 * decide on it. Everybody else sees the operations unchanged.
 */
export async function withOffers(
  call: Pick<Call<Deps>, "caller" | "context" | "baseUrl" | "deps">,
  stored: StoredChangeset,
  changes: readonly Change[],
  operations: Changeset["operations"],
): Promise<Changeset["operations"]> {
  const { caller, context, baseUrl, deps } = call;
  if (stored.status !== "queued" || !isDecider(caller, stored)) return operations;
  const made = changes.slice(0, operations.length).filter(({ op }) => op === "create");
  const offered = new Map<string, object>();
  for (const [resource, drafts] of Map.groupBy(made, (change) => change.resource)) {
    const offer = deps.resources[resource]?.offered;
    const ids = drafts.map(({ id }) => id);
    const members = (await offer?.(ids, { database: deps.database, context, baseUrl })) ?? [];
    for (const [place, more] of members.entries()) offered.set(ids[place] ?? "", more);
  }
  return operations.map((operation, place) => {
    const more = offered.get(changes[place]?.id ?? "");
    return more === undefined || operation.redacted === true
      ? operation
      : { ...operation, after: { ...(operation.after as object), ...more } };
  });
}
