import { Worker } from "node:worker_threads";
import { TeamQueue } from "@jst/db";
import type { FromThread } from "./serve.ts";

/** What a thread may take, and what is said beyond that. */
export interface ThreadLimits {
  /** The module that it runs: it calls `serve`. */
  module: URL;
  /** Longest time that one input takes. */
  limitMs: number;
  /** More than an input within its limits takes: a thread that runs out of memory may end the process. */
  memoryMb: number;
  /** Inputs of one team that wait for their turn. */
  waitingMax: number;
  tooMuch: () => Error;
  tooMany: () => Error;
}

interface Job<Input, Result> {
  team: string;
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/**
 * Works in a thread of its own on one input after the other, the teams in turn: what one takes keeps nobody waiting but
 * those whose input waits too. An input beyond the limits ends the thread; the next has a new one.
 */
export class LimitedThread<Input, Result> {
  readonly #limits: ThreadLimits;
  readonly #queue = new TeamQueue<Job<Input, Result>>();
  readonly #waiting = new Map<string, number>();
  #worker: Worker | undefined;
  #running: Job<Input, Result> | undefined;
  #limit: NodeJS.Timeout | undefined;
  #isReady = false;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** What the thread makes of it. Rejects with `tooMuch`, or with `tooMany` where too many of the team wait already. */
  run(team: string, input: Input): Promise<Result> {
    const waiting = this.#waiting.get(team) ?? 0;
    if (waiting >= this.#limits.waitingMax) return Promise.reject(this.#limits.tooMany());
    return new Promise((resolve, reject) => {
      this.#waiting.set(team, waiting + 1);
      this.#queue.add(team, { team, input, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const job = this.#queue.take(() => true)?.waiter;
    if (job === undefined) return;
    const left = (this.#waiting.get(job.team) ?? 1) - 1;
    if (left === 0) this.#waiting.delete(job.team);
    else this.#waiting.set(job.team, left);
    this.#running = job;
    this.#worker ??= this.#started();
    this.#worker.ref();
    this.#worker.postMessage(job.input);
    this.#watch();
  }

  #started(): Worker {
    const { module, memoryMb, tooMuch } = this.#limits;
    const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
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
      this.#lose(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : error),
    );
    return worker;
  }

  /** The time counts from when the thread has begun: a new one has its modules to load. */
  #watch(): void {
    const { limitMs, tooMuch } = this.#limits;
    if (this.#isReady) this.#limit ??= setTimeout(() => this.#lose(tooMuch()), limitMs);
  }

  /** Gives the thread up with what it is at. */
  #lose(error: Error): void {
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
