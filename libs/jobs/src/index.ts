/** Work that waits in a table for its time: leased queue, shares of teams, retries, and the worker that does it. */
export { Batcher } from "./batcher.ts";
export type { JobOutcome } from "./outcomes.ts";
export type { OutcomeColumn, ClaimedJob, QueueTable } from "./queue-table.ts";
export { JobQueue, type ClaimLimits } from "./queue.ts";
export { askedWaitMs, retryAfterMs, type RetrySchedule } from "./schedule.ts";
export { JobWorker, type HeldJob, type JobWorkerOptions } from "./worker.ts";
