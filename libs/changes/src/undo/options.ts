import type { TeamFacts } from "@jst/caller";

/** How changes are taken back. */
export interface UndoOptions {
  /** True to overwrite later edits and to leave out values that do not fit. */
  force: boolean;
  /** When the changes were made. */
  madeAt: string;
  team: TeamFacts;
}
