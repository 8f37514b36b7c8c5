import { systemContext, type TeamContext } from "@jst/db";

/** Longest time of one step. */
export const STEP_MS = 60_000;

/** Makes the context of one step of the index. */
export const stepContext = (teamId: string): TeamContext => systemContext(teamId, { timeoutMs: STEP_MS });
