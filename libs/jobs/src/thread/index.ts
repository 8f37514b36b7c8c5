/** Work on what strangers have written, in a thread within limits. */
export { LimitedThread, type ThreadLimits } from "./limited-thread.ts";
export { serve } from "./serve.ts";
