import { type AppError, validationFailed } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";
import type { RawMail, ReadMail } from "./read-mail.ts";

/** Longest time that one mail takes. */
const READING_MS = 10_000;
const MEMORY_MB = 512;
/** Mails of one team that wait for their turn. */
const WAITING_MAX = 32;

/** Reads mails in a thread within limits. */
export type Mails = Pick<LimitedThread<RawMail, ReadMail>, "run">;

/** The thread that reads mails; one that is beyond the limits is refused, 422 (comms.inbound-limits). */
export function mailThread(limitMs = READING_MS): Mails {
  const module = new URL("./mime-worker.ts", import.meta.url);
  const limits = { limitMs, memoryMb: MEMORY_MB, waitingMax: WAITING_MAX };
  return new LimitedThread({
    module,
    ...limits,
    tooMuch,
    busy: "The server is busy with other mails of your team.",
  });
}

function tooMuch(): AppError {
  const message =
    "The mail has too many parts, levels, headers or addresses, or takes too long to read. Send a smaller mail.";
  return validationFailed([{ field: "body", code: "limit_reached", message }]);
}
