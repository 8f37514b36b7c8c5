import type { TeamFacts } from "@jst/caller";

/** How changes are taken back. */
export interface UndoOptions {
  /** True to overwrite later edits and to leave out values that do not fit. */
  force: boolean;
  /** When the changes were made. */
  madeAt: string;
  team: TeamFacts;
  /** Number of changes that the transaction has made before. */
  made?: number;
  /** Ids of what leaves with everything in it: a record of it is erased, where others are only marked as deleted. */
  leaving?: ReadonlySet<string>;
}
