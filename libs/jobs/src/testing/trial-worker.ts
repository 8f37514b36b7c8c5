// Module of a thread whose inputs decide its outcome.
import { serve } from "@jst/jobs/thread";

/** An input that the thread answers, is to blame for, fails of, or does not survive. */
export type Trial =
  | { answer: string }
  | { blame: true }
  | { fail: true }
  | { exit: true }
  | { hoard: true }
  | { spin: true };

class Blamed extends Error {}

function work(trial: Trial): string {
  if ("answer" in trial) return trial.answer;
  if ("blame" in trial) throw new Blamed();
  if ("fail" in trial) throw new TypeError("a bug");
  if ("exit" in trial) process.exit(3);
  const hoard: unknown[] = [];
  for (;;) if ("hoard" in trial) hoard.push(Array.from({ length: 1_000 }, (_, at) => ({ at })));
}

serve(work, (error) => error instanceof Blamed);
