import { AppError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";

/** Longest time that one body takes. */
const RENDERING_MS = 10_000;

/** Renders bodies in a thread within limits (knowledge.render), one after the other, the teams in turn. */
export class Rendering {
  readonly #thread: LimitedThread<string, string>;

  constructor(limitMs = RENDERING_MS) {
    const module = new URL("./rendering-worker.ts", import.meta.url);
    const busy = "The server is busy with other texts of your team.";
    this.#thread = new LimitedThread({ module, limitMs, memoryMb: 256, waitingMax: 4, tooMuch, busy });
  }

  /** Renders a body as HTML. Rejects with limit_reached, or with rate_limited if too many of the team wait already. */
  render(team: string, text: string, departure?: AbortSignal): Promise<string> {
    return this.#thread.run(team, text, departure);
  }
}

function tooMuch(): AppError {
  return new AppError(
    "limit_reached",
    `The text takes longer than ${RENDERING_MS / 1_000} seconds to render, or makes too much HTML. Shorten it, or read an article without render=html.`,
  );
}
