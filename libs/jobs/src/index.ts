/** Work that waits in a table for its time: leased queue, shares of teams, retries, and the worker that does it. */
export { Batcher } from "./batcher.ts";
export type { JobOutcome, OutcomeColumn } from "./outcomes.ts";
export { JobQueue, type ClaimedJob, type ClaimLimits } from "./queue.ts";
export type { QueueTable } from "./queue-table.ts";
export { askedWaitMs, retryAfterMs, type RetrySchedule } from "./schedule.ts";
export { JobWorker, type HeldJob, type JobWorkerOptions } from "./worker.ts";
