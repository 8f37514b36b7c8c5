import type { TeamFacts } from "@jst/caller";

/** How changes are taken back. */
export interface UndoOptions {
  /** What was edited since is lost, and what does not fit any more is left out. */
  force: boolean;
  /** When the changes were made. */
  madeAt: string;
  /** The team as it is now. */
  team: TeamFacts;
}
