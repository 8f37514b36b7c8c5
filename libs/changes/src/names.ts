import type { Row, Statement, TeamTx } from "@jst/db";
import type { Change } from "./changes.ts";
import { resourceOf, type Names, type Resources } from "./resource.ts";

/** How names of a team's things are looked up. */
export interface NameReader {
  teamId: string;
  read: (statement: Statement) => Promise<readonly Row[]>;
}

/** Looks them up as the transaction leaves them. */
export function readerOf(tx: TeamTx): NameReader {
  return { teamId: tx.context.teamId, read: (statement) => tx.query(statement) };
}

/**
 * The names by which callers know what the images of these changes mention by id: as they are now, and of what is not
 * there any more, or not yet, as the changes themselves have them.
 */
export async function namesIn(
  resources: Resources,
  changes: readonly Change[],
  { teamId, read }: NameReader,
): Promise<Names> {
  const names = new Map<string, string>();
  for (const { id, before, after } of changes) {
    const name = (after ?? before)?.["name"];
    if (typeof name === "string") names.set(id, name);
  }
  for (const [resource, own] of Map.groupBy(changes, (change) => change.resource)) {
    const { mentioned } = resourceOf(resources, resource);
    const images = own.flatMap(({ before, after }) => [before, after].filter((image) => image !== null));
    if (mentioned === undefined || images.length === 0) continue;
    for (const { id, name } of await read(mentioned(teamId, images))) names.set(String(id), String(name));
  }
  return names;
}
