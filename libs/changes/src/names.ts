import type { Row, Statement, TeamTx } from "@jst/db";
import type { Change, Image } from "./changes.ts";
import { findRecorded, type RecordedChange } from "./queries.ts";
import { resourceOf, type Mentioned, type Mentions, type Names, type Resources } from "./resource.ts";
import { netChanges } from "./undo/net-changes.ts";

/** How names of a team's things are looked up. */
export interface NameReader {
  teamId: string;
  read: (statement: Statement) => Promise<readonly Row[]>;
}

/** Looks them up as the transaction leaves them. */
export function readerOf(tx: TeamTx): NameReader {
  return { teamId: tx.context.teamId, read: (statement) => tx.query(statement) };
}

/** Changes of one changeset. */
export interface OwnChanges {
  /** Uuid of the changeset. */
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
  const today = new Map<string, Image>();
  const recorded: RecordedChange[] = [];
  for (const [mentions, mentioning] of byMentions(resources, changesets)) {
    const found = await read(mentions.find(teamId, mentioning.flatMap(imagesOf)));
    for (const { id, image } of found) today.set(String(id), image as Image);
    const parts = mentioning.filter(({ isPart }) => isPart);
    if (parts.length === 0) continue;
    const ids = [...found.map(({ id }) => String(id)), ...mentions.idsOf(parts.flatMap(imagesOf))];
    const statement = findRecorded(
      teamId,
      parts.map(({ id }) => id),
      mentions.resource,
      ids,
    );
    recorded.push(...((await read(statement)) as RecordedChange[]));
  }
  const own = Map.groupBy(recorded, (change) => change.changeset_id);
  const kinds = new Set(Object.values(resources).map(({ mentions }) => mentions?.resource));
  return ({ id, changes }) => {
    const atHand = changes.filter(({ resource }) => kinds.has(resource));
    return namesOf(today, atHand, own.get(id) ?? []);
  };
}

/** The changesets by what their images mention, each with the changes that do. */
function byMentions(
  resources: Resources,
  changesets: readonly OwnChanges[],
): ReadonlyMap<Mentions, OwnChanges[]> {
  const found = new Map<Mentions, OwnChanges[]>();
  for (const changeset of changesets) {
    const groups = Map.groupBy(
      changeset.changes.filter(hasImage),
      ({ resource }) => resourceOf(resources, resource).mentions,
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

/** What today has, with the changeset's own over it: those at hand, or those that were looked up. */
function namesOf(today: Mentioned, atHand: readonly Change[], recorded: readonly Change[]): Names {
  const found = new Set(recorded.map(({ id }) => id));
  const own = netChanges([
    ...atHand.filter((change) => hasImage(change) && !found.has(change.id)),
    ...recorded,
  ]);
  const seen = (side: "before" | "after"): Mentioned => {
    if (own.length === 0) return today;
    const mentioned = new Map(today);
    for (const { id, [side]: image } of own)
      if (image === null) mentioned.delete(id);
      else mentioned.set(id, image);
    return mentioned;
  };
  return { before: seen("before"), after: seen("after") };
}
