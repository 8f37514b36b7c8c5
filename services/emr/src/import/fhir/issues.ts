import type { ImportIssue } from "../../../gen/rpc.ts";

/** Issues of one resource that a report names; more say nothing new. */
const SHOWN = 50;

/** Members of a resource that could not be read as they stand, by path (clinical.import-issues). */
export class Issues {
  readonly found: ImportIssue[] = [];
  /** How many members are not read at all. */
  unread = 0;

  /** Names a member; a path has names and places, and no value. */
  add(path: string, code: ImportIssue["code"]): void {
    if (code !== "repaired") this.unread += 1;
    if (this.found.length < SHOWN) this.found.push({ path, code });
  }
}
