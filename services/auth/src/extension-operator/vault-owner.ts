import { ownerOf } from "@jst/settings";

/** Whom a sealed value belongs to: it is of no use in another team's row, or under another name. */
export function ownerOfValue(teamId: string, name: string): string {
  return ownerOf(teamId, `vault/${name}`);
}
