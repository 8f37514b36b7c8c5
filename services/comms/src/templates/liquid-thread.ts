import { AppError } from "@jst/errors";
import { LimitedThread } from "@jst/jobs/thread";
import type { LiquidInput, LiquidText, ReadOutcome, RenderedText, RenderOutcome } from "./liquid.ts";

/** Longest time that the texts of one template, rule or message take. */
const LIMIT_MS = 10_000;
const MEMORY_MB = 256;
/** Templates and messages of one team that wait for their turn. */
const WAITING_MAX = 128;

/** Reads and renders Liquid in a thread within limits (comms.template-bounds). */
export class LiquidThread {
  readonly #thread: LimitedThread<LiquidInput, unknown>;

  constructor(limitMs = LIMIT_MS) {
    const module = new URL("./liquid-worker.ts", import.meta.url);
    const limits = { limitMs, memoryMb: MEMORY_MB, waitingMax: WAITING_MAX };
    this.#thread = new LimitedThread({
      module,
      ...limits,
      tooMuch,
      busy: "The server is busy with other templates of your team.",
    });
  }

  /** Answers of each text the names that it reads, or its fault. */
  async read(team: string, texts: readonly LiquidText[]): Promise<ReadOutcome[]> {
    if (texts.length === 0) return [];
    return (await this.#thread.run(team, { read: texts })) as ReadOutcome[];
  }

  /** Answers each text with the variables in it, or why there is none. */
  async render(
    team: string,
    texts: readonly RenderedText[],
    variables: Readonly<Record<string, unknown>>,
  ): Promise<RenderOutcome[]> {
    if (texts.length === 0) return [];
    return (await this.#thread.run(team, { render: texts, variables })) as RenderOutcome[];
  }
}

function tooMuch(): AppError {
  return new AppError(
    "limit_reached",
    `The texts take more than ${LIMIT_MS / 1_000} seconds or too much memory to render. Use shorter texts with fewer tags and loops.`,
  );
}
