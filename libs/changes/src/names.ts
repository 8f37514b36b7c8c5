import type { Row, Statement, TeamTx } from "@jst/db";
import type { Change, Image } from "./changes.ts";
import { summaryOf } from "./operations.ts";
import { findRecorded, type RecordedChange } from "./name-queries.ts";
import { resourceOf, type Mentioned, type Mentions, type Names, type Resources } from "./resource.ts";
import { netChanges, type NetChange } from "./undo/net-changes.ts";

/** How names of a team's things are looked up. */
export interface NameReader {
  teamId: string;
  read: (statement: Statement) => Promise<readonly Row[]>;
}

/** Looks them up as the transaction leaves them. */
export function readerOf(tx: TeamTx): NameReader {
  return { teamId: tx.context.teamId, read: (statement) => tx.query(statement) };
}

export interface OwnChanges {
  id: string;
  changes: readonly Change[];
  /** True where not all changes of the changeset are here with their images. */
  isPart: boolean;
}

/**
 * Tells of each of these changesets what its images mention. What a changeset itself makes, changes or takes away is as
 * its own images have it, whether or not they are at hand; everything else is as it is today, and absent where it is
 * gone.
 */
export async function namesIn(
  resources: Resources,
  changesets: readonly OwnChanges[],
  { teamId, read }: NameReader,
): Promise<(changeset: OwnChanges) => Names> {
  const today = new Map<string, readonly Image[]>();
  const recorded: RecordedChange[] = [];
  for (const [mentions, mentioning] of byMentions(resources, changesets)) {
    const rows = await read(mentions.find(teamId, mentioning.flatMap(imagesOf)));
    const found = rows.map(({ image }) => image as Image);
    const groups = Map.groupBy(found, (image) => String(image[mentions.within]));
    for (const [within, images] of groups) today.set(within, images);
    const parts = mentioning.filter(({ isPart }) => isPart);
    if (parts.length === 0) continue;
    const ids = [...found.map(({ id }) => String(id)), ...mentions.idsOf(parts.flatMap(imagesOf))];
    const statement = findRecorded(
      teamId,
      parts.map(({ id }) => id),
      mentions,
      ids,
    );
    for (const change of await read(statement)) recorded.push(change as RecordedChange);
  }
  const own = Map.groupBy(recorded, (change) => change.changeset_id);
  const kinds = mentionedIn(resources);
  return ({ id, changes }) => {
    const atHand = changes.filter(({ resource }) => kinds.has(resource));
    const changed = netOf(atHand, own.get(id) ?? []);
    const byWithin = Map.groupBy(changed, ({ resource, before, after }) =>
      String((before ?? after)?.[kinds.get(resource)?.within ?? ""]),
    );
    return { before: seen(today, byWithin, "before"), after: seen(today, byWithin, "after") };
  };
}

/** Maps each resource to the one that its images mention. */
export function mentionedIn(resources: Resources): ReadonlyMap<string, Mentions> {
  const all = Object.values(resources).flatMap(({ images }) => images?.mentions ?? []);
  return new Map(all.map((mentions) => [mentions.resource, mentions]));
}

/** Groups the changesets by what their images mention, each with the changes that mention it. */
function byMentions(
  resources: Resources,
  changesets: readonly OwnChanges[],
): ReadonlyMap<Mentions, OwnChanges[]> {
  const found = new Map<Mentions, OwnChanges[]>();
  for (const changeset of changesets) {
    const groups = Map.groupBy(
      changeset.changes.filter(hasImage),
      ({ resource }) => resourceOf(resources, resource).images?.mentions,
    );
    for (const [mentions, changes] of groups) {
      if (mentions === undefined) continue;
      const own = found.get(mentions) ?? [];
      own.push({ ...changeset, changes });
      found.set(mentions, own);
    }
  }
  return found;
}

function imagesOf({ changes }: OwnChanges): Image[] {
  return changes.flatMap(({ before, after }) => [before, after].filter((image) => image !== null));
}

function hasImage({ before, after }: Change): boolean {
  return before !== null || after !== null;
}

/**
 * Returns the net changes of a change set to the mentioned resource: its changes at hand, or those that were looked up.
 */
function netOf(atHand: readonly Change[], recorded: readonly Change[]): NetChange[] {
  const found = new Set(recorded.map(({ id }) => id));
  return netChanges([...atHand.filter((change) => hasImage(change) && !found.has(change.id)), ...recorded]);
}

const none: readonly Image[] = [];

/** Merges the present state with the change set's own, once and on demand. */
function seen(
  today: ReadonlyMap<string, readonly Image[]>,
  own: ReadonlyMap<string, readonly NetChange[]>,
  side: "before" | "after",
): Mentioned {
  const merged = new Map<string, readonly Image[]>();
  return (within) => {
    const others = today.get(within) ?? none;
    const changed = own.get(within);
    if (changed === undefined) return others;
    const images = merged.get(within) ?? withOwn(others, changed, side);
    merged.set(within, images);
    return images;
  };
}

function withOwn(
  today: readonly Image[],
  own: readonly NetChange[],
  side: "before" | "after",
): readonly Image[] {
  const ids = new Set(own.map(({ id }) => id));
  return [
    ...today.filter(({ id }) => !ids.has(String(id))),
    ...own.map((change) => change[side]).filter((image) => image !== null),
  ];
}

/** Returns the summary of changes without values of things: notices have it (notifications.titles). */
export async function placedSummary(
  tx: TeamTx,
  resources: Resources,
  { id, changes, isProposed = false }: Pick<OwnChanges, "id" | "changes"> & { isProposed?: boolean },
): Promise<string> {
  const own = { id, changes, isPart: false };
  const names = (await namesIn(resources, [own], readerOf(tx)))(own);
  return summaryOf(resources, changes, { names, has: "places", isProposed });
}
