import type { Call } from "@jst/rpc";
import type { Changeset } from "../gen/rpc.ts";
import type { Change } from "./changes.ts";
import type { Deps } from "./deps.ts";

/**
 * Adds to the operations of an open proposal the members that its resource offers for review, for a caller who may
 * decide on it.
 */
export async function withOffers(
  call: Pick<Call<Deps>, "context" | "baseUrl" | "deps">,
  changes: readonly Change[],
  operations: Changeset["operations"],
): Promise<Changeset["operations"]> {
  const { context, baseUrl, deps } = call;
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
