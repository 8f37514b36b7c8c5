import { ownerOf } from "@jst/settings";

/**
 * Names the owner that a sealed value is bound to: the value does not open in another team's row or under another name.
 */
export function ownerOfValue(teamId: string, name: string): string {
  return ownerOf(teamId, `vault/${name}`);
}
