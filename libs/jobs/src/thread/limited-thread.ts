import { Worker } from "node:worker_threads";
import { TeamQueue } from "@jst/db";
import { AppError } from "@jst/errors";
import type { FromThread } from "./serve.ts";

const RETRY_SECONDS = 5;
/**
 * Young objects of a thread. At its limit a thread has 16 MB more to end in; if more young objects than that survive at
 * once, the whole process ends instead.
 */
const YOUNG_MB = 8;

/** Limits of a thread, and the refusals of what is beyond them. */
export interface ThreadLimits {
  /** The module that the thread runs: it calls `serve`. */
  module: URL;
  /** Longest time that one input takes. */
  limitMs: number;
  /** More than an input within its limits takes: a thread that runs out of memory may end the process. */
  memoryMb: number;
  /** Inputs of one team that wait for their turn. */
  waitingMax: number;
  /** Makes the refusal of an input that takes too much time or memory. */
  tooMuch: () => Error;
  /** Text for a team that has too many waiting, such as "The server is busy with other PDFs of your team." */
  busy: string;
}

interface Job<Input, Result> {
  team: string;
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/**
 * Works in a thread of its own on one input after the other, the teams in turn, so that the process answers other
 * requests meanwhile. An input beyond the limits ends the thread; the next input has a new one.
 */
export class LimitedThread<Input, Result> {
  readonly #limits: ThreadLimits;
  readonly #queue = new TeamQueue<Job<Input, Result>>();
  #worker: Worker | undefined;
  #running: Job<Input, Result> | undefined;
  #limit: NodeJS.Timeout | undefined;
  #isReady = false;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /**
   * Answers the thread's result. Rejects with `tooMuch`, or with rate_limited if too many of the team wait already. An
   * input that waits when its caller departs is dropped.
   */
  async run(team: string, input: Input, departure?: AbortSignal): Promise<Result> {
    if (departure?.aborted === true) throw departed();
    if (this.#queue.sizeOf(team) >= this.#limits.waitingMax) throw busyRefusal(this.#limits.busy);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const job = { team, input, resolve, reject };
    const leave = () => {
      if (this.#queue.delete(team, job)) reject(departed());
    };
    departure?.addEventListener("abort", leave, { once: true });
    this.#queue.add(team, job);
    this.#next();
    try {
      return await promise;
    } finally {
      departure?.removeEventListener("abort", leave);
    }
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const job = this.#queue.take(() => true)?.waiter;
    if (job === undefined) return;
    this.#running = job;
    this.#worker ??= this.#startWorker();
    this.#worker.ref();
    this.#worker.postMessage(job.input);
    this.#watch();
  }

  #startWorker(): Worker {
    const { module, memoryMb, tooMuch } = this.#limits;
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(module, { resourceLimits });
    worker.on("message", (message: FromThread<Result>) => {
      if ("isReady" in message) {
        this.#isReady = true;
        this.#watch();
      } else
        this.#end(({ resolve, reject }) => {
          if ("result" in message) resolve(message.result);
          else reject("fault" in message ? new Error(`A thread failed: ${message.fault}`) : tooMuch());
        });
    });
    worker.on("error", (error: Error & { code?: string }) =>
      this.#replace(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : error),
    );
    worker.on("exit", (code) => this.#replace(new Error(`A thread ended with ${code}.`)));
    return worker;
  }

  /** Limits the time of the input from when the thread has begun: a new one has its modules to load. */
  #watch(): void {
    const { limitMs, tooMuch } = this.#limits;
    if (this.#isReady) this.#limit ??= setTimeout(() => this.#replace(tooMuch()), limitMs);
  }

  /** Ends the thread and refuses its input; the next input starts another thread. */
  #replace(error: Error): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isReady = false;
    worker?.removeAllListeners().on("error", () => undefined);
    void worker?.terminate();
    this.#end(({ reject }) => reject(error));
  }

  #end(answer: (job: Job<Input, Result>) => void): void {
    const job = this.#running;
    if (job === undefined) return;
    clearTimeout(this.#limit);
    this.#limit = undefined;
    this.#running = undefined;
    // A thread that has nothing to do keeps no process alive.
    this.#worker?.unref();
    answer(job);
    this.#next();
  }
}

const departed = (): AppError =>
  new AppError("unavailable", "The client ended the request before it was answered.");

function busyRefusal(busy: string): AppError {
  return new AppError("rate_limited", `${busy} Wait ${RETRY_SECONDS} seconds.`, {
    extension: { retry_after_seconds: RETRY_SECONDS },
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}
