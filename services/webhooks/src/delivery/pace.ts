/** Longest time between the claim of a paced delivery, which counts its POST, and the begin of the POST. */
export const BEGIN_SECONDS = 5;

/** Seconds over which claims are counted: no POST of an older claim begins within the last 60 (events.pace). */
export const PACE_SECONDS = 60 + BEGIN_SECONDS;
