import type { Row, Statement } from "@jst/db";
import type { Change } from "./changes.ts";
import { resourceOf, type Names, type Resources } from "./resource.ts";

/**
 * The names by which callers know what the images of these changes mention by id: of what the changes themselves make or
 * take away as their images have them, of the rest as they are now.
 */
export async function namesIn(
  { resources, teamId }: { resources: Resources; teamId: string },
  changes: readonly Change[],
  read: (statement: Statement) => Promise<readonly Row[]>,
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
