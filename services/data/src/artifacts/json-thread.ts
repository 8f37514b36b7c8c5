import { validationFailed, type AppError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";

/** Finds what is wrong with a text as JSON; null for JSON. A text of 4 MiB can take 100 ms. */
export const jsonThread = new LimitedThread<string, string | null>({
  module: new URL("./json-worker.ts", import.meta.url),
  limitMs: 10_000,
  memoryMb: 512,
  waitingMax: 8,
  tooMuch,
  busy: "The server is busy with other artifacts of your team.",
});

function tooMuch(): AppError {
  const message = "The JSON takes more than 10 seconds or too much memory to read. Send a smaller one.";
  return validationFailed([{ field: "content", code: "limit_reached", message }]);
}
