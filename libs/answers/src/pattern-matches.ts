import { AppError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";
import { patternSize } from "@jst/pattern";
import { matchTexts, type PatternText } from "./match-texts.ts";

/** Instructions times characters that are matched at once, in some 2 ms. */
const WORK_AT_ONCE_MAX = 100_000;
/** Characters that an instruction could match while it is compiled. */
const COMPILING_CHARS = 50;
const LIMIT_MS = 10_000;

const thread = new LimitedThread<readonly PatternText[], boolean[]>({
  module: new URL("./match-worker.ts", import.meta.url),
  limitMs: LIMIT_MS,
  memoryMb: 256,
  waitingMax: 64,
  tooMuch: () =>
    new AppError(
      "limit_reached",
      `The patterns of the form take more than ${LIMIT_MS / 1_000} seconds to match. Use shorter patterns.`,
    ),
  busy: "The server is busy with other answers of your team.",
});

/** Does matchTexts for a team, in a thread if it may take long (forms.pattern). */
export async function patternMatches(teamId: string, all: readonly PatternText[]): Promise<boolean[]> {
  const work = all.map(({ pattern, text }) => patternSize(pattern) * ((text?.length ?? 0) + COMPILING_CHARS));
  const isShort = work.reduce((sum, one) => sum + one, 0) <= WORK_AT_ONCE_MAX;
  return isShort ? matchTexts(all) : thread.run(teamId, all);
}
